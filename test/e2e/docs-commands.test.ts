import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { program } from '../support/program.ts'
import { commands, homeWith } from './gateway-stage.ts'
import { cleanEnvironment, newFolder, type RunningDaemon, startTamis } from './tamis.ts'

const root = join(import.meta.dirname, '../..')

/** Guides with tests of their own, which compare what is printed too. */
const elsewhere = ['memory.md', 'remember.md', 'scripting.md']

const pages = [
  ...['README.md', 'docs/quick-start.md'],
  ...readdirSync(join(root, 'docs/guides'))
    .filter((name) => name.endsWith('.md') && !elsewhere.includes(name))
    .map((name) => join('docs/guides', name)),
].map((page) => ({ page, blocks: shellBlocks(readFileSync(join(root, page), 'utf8')) }))

/** Blocks that are not run, by a word in them, and why. */
const leftAlone: Readonly<Record<string, string>> = {
  'npm start': 'sets up the clone this test runs in; `npm run newcomer` walks it',
  'tamis up &': 'every other test starts it',
  'docker compose': 'needs Docker; `test/deploy.test.ts` reads the files',
  systemctl: 'needs root and systemd',
  'ollama pull': 'needs Ollama and a network',
  'TAMIS_EMBEDDER_API_KEY=…': 'needs a key',
  'onnxruntime-node': 'installs from a registry',
  'tamis sqlite-vec': 'installs from a registry',
  'models add ./bge': 'needs a model; `test/e2e/models.test.ts` has one',
  'models pull': 'needs a network',
  'api/events': 'a stream that never ends',
  'store migrate': 'needs Postgres; `test/e2e/postgres.test.ts` moves a store',
  'config share': 'needs Postgres; `test/e2e/postgres-config.test.ts` shares one',
  '--of 3f9c0a1b2c4d': 'what a hook makes of a command; `test/e2e/hooks.test.ts` runs one',
}

/** Commands that end otherwise, because what they show does. */
const exitCodes: readonly (readonly [RegExp, number])[] = [
  [/^tamis sh -- npm/, 1],
  // There is no terminal to ask at.
  [/^tamis (?:setup|replay +#)/, 2],
  // There is no model.
  [/--multi-hop/, 1],
]

/** What the commands of the pages are about, besides files of this repository. */
const workspace = newFolder()
const home = newFolder()
const tamisHome = homeWith({ files: { args: commands.filesystem(workspace) } })
const path = join(workspace, '.bin')
let daemon: RunningDaemon

const failingBuild = [
  ...Array.from({ length: 400 }, (_, at) => `compiled module ${at} in ${at % 7} ms`),
  "src/total.ts(12,7): error TS2345: Argument of type 'string' is not assignable to 'number'.",
  'Found 1 error in src/total.ts:12',
].join('\n')

beforeAll(async () => {
  daemon = await startTamis()
  cpSync(join(root, 'docs'), join(workspace, 'docs'), { recursive: true })
  cpSync(join(root, 'package-lock.json'), join(workspace, 'package-lock.json'))
  mkdirSync(path)
  const asProgram = `exec '${process.execPath}' '${program()}' "$@"`
  for (const [name, script] of Object.entries({
    tamis: asProgram,
    npm: `cat '${join(workspace, 'build.log')}'; exit 1`,
    claude: 'exit 0',
  }))
    writeScript(join(path, name), script)
  writeScript(join(workspace, 'tamis'), asProgram)
  writeFileSync(join(workspace, 'build.log'), failingBuild)
  writeFileSync(join(workspace, 'notes.txt'), 'one note\n')
  const discover = readFileSync(join(root, 'docs/guides/discover.md'), 'utf8')
  const [, script = ''] = /```ts\n([\s\S]*?)```/.exec(discover) ?? []
  writeFileSync(join(workspace, 'largest-files.ts'), script)
  const fixtures = join(root, 'test/fixtures')
  cpSync(join(fixtures, 'hooks/gemini-cli/result-tests-fail.json'), join(workspace, 'event.json'))
  const sessions = join(home, '.claude/projects/-app')
  cpSync(join(fixtures, 'sessions/claude-code'), sessions, { recursive: true })
  const [session = ''] = readdirSync(sessions).filter((name) => name.endsWith('.jsonl'))
  cpSync(join(sessions, session), join(workspace, 'session.jsonl'))
  await run(
    'git init -q && git add notes.txt && git -c user.name=a -c user.email=a@b commit -qm "Add notes"',
  )
})

function writeScript(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

afterAll(() => daemon.stop())

const runnable = pages.map(({ page, blocks }) => ({
  page,
  blocks: blocks.filter((block) => reasonToLeave(block) === undefined),
}))

describe.each(runnable.filter(({ blocks }) => blocks.length > 0))('$page', ({ blocks }) => {
  let said = ''
  test.each(blocks)('%s', async (block) => {
    for (const command of commandsOf(block)) {
      const { code, output } = await run(withIds(command, said))
      expect({ command, code, output }).toEqual({ command, code: codeOf(command), output })
      said += output
    }
  })
})

test('every block that is left alone is still there', () => {
  const all = pages.flatMap(({ blocks }) => blocks).join('\n')
  expect(Object.keys(leftAlone).filter((word) => !all.includes(word))).toEqual([])
})

function shellBlocks(text: string): readonly string[] {
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}

function reasonToLeave(block: string): string | undefined {
  return Object.entries(leftAlone).find(([word]) => block.includes(word))?.[1]
}

/** One a line, but for those that go on behind a backslash or up to the end of a text. */
function commandsOf(block: string): readonly string[] {
  const joined = block.replaceAll('\\\n', ' ')
  return joined.match(/^.*<<'(\w+)'[\s\S]*?^\1$|^.+$/gm) ?? []
}

/** An id that a page leaves out is the latest of its kind that a command printed. */
function withIds(command: string, before: string): string {
  const { host } = new URL(daemon.url)
  return command
    .replace(/(prn_|chk_)…/g, (_, kind: string) => {
      const known = [...before.matchAll(new RegExp(`${kind}\\w+`, 'g'))].at(-1)?.[0]
      return known ?? `${kind}…`
    })
    .replaceAll(/(?:127\.0\.0\.1|localhost):8006/g, host)
}

function codeOf(command: string): number {
  return exitCodes.find(([pattern]) => pattern.test(command))?.[1] ?? 0
}

function run(command: string): Promise<{ readonly code: number; readonly output: string }> {
  const env = cleanEnvironment({
    HOME: home,
    TAMIS_HOME: tamisHome,
    PATH: `${path}:${process.env.PATH ?? ''}`,
  })
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['-c', command],
      { cwd: workspace, env },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
    child.stdin?.end()
  })
}
