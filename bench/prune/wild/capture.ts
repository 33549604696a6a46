// Runs the real programs and writes what they print: `node bench/prune/wild/capture.ts [ID…]`.
// What a program needs and this machine has not is said, and its text stays as it was.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { normalise } from './normalise.ts'
import { scenarios } from './programs/all.ts'
import type { Box, Scenario } from './scenario.ts'
import { toolsFolder } from './tools.ts'

/** No colours, no pager, one language, one time zone, and a name for whoever commits. */
const plain = {
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  CARGO_TERM_COLOR: 'never',
  ANSIBLE_NOCOLOR: '1',
  TF_CLI_ARGS: '-no-color',
  TF_CLI_CONFIG_FILE: '/dev/null',
  GIT_PAGER: 'cat',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  COLUMNS: '160',
  GIT_AUTHOR_NAME: 'dev',
  GIT_AUTHOR_EMAIL: 'dev@example.org',
  GIT_COMMITTER_NAME: 'dev',
  GIT_COMMITTER_EMAIL: 'dev@example.org',
}

const asked = process.argv.slice(2)
const tree = join(import.meta.dirname, '../../..')
const tools = await toolsFolder()
const programs =
  [tools, tree].map((folder) => `${folder}/node_modules/.bin:`).join('') + process.env.PATH
for (const [set, list] of Object.entries(scenarios))
  for (const scenario of list)
    if (asked.length === 0 || asked.includes(scenario.id)) await captureOne(set, scenario)

async function captureOne(set: string, scenario: Scenario): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wild-'))
  try {
    const text = normalise(await scenario.capture(boxIn(folder)), {
      folder,
      tools,
      tree,
      home: homedir(),
      temporary: tmpdir(),
      host: hostname(),
    })
    const target = join(import.meta.dirname, set, `${scenario.id}.txt`)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    console.log(
      `${set}/${scenario.id}: ${text.split('\n').length} lines, ${text.length} characters`,
    )
  } catch (error) {
    console.log(`${set}/${scenario.id}: not captured: ${String(error)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function boxIn(folder: string): Box {
  return {
    folder,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
    },
    async shell(script) {
      const child = spawn('bash', ['-c', `exec 2>&1\n${script}`], {
        cwd: folder,
        env: { ...process.env, ...plain, PATH: programs },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      const [code] = await once(child, 'close')
      if (code === 127) throw new Error(said.trim().split('\n').at(-1))
      return said
    },
  }
}
