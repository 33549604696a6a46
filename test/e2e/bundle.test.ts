import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DiscoverResponse } from '../../src/engine.ts'
import { program } from '../support/program.ts'
import { cleanEnvironment, newFolder, postJson, startTamis } from './tamis.ts'

const main = program()
const folder = dirname(main)

test('the bundle finds its SQL, its table of meanings and its grammars', async () => {
  const daemon = await startTamis({ program: main, home: newFolder() })
  onTestFinished(() => void daemon.stop())
  const discover = async () => {
    const asked = { intent: 'search my documents' }
    return (await postJson(`${daemon.url}/api/discover`, asked)).body as DiscoverResponse
  }
  expect((await discover()).meta.returnedCount).toBeGreaterThan(0)
  await expect
    .poll(async () => (await discover()).meta.missing, { timeout: 10_000 })
    .toBeUndefined()
  const ingested = await postJson(`${daemon.url}/api/knowledge.ingest`, {
    documents: [{ id: 'add.ts', text: 'export const add = (a: number) => a + 1\n', kind: 'code' }],
  })
  expect(ingested).toMatchObject({ status: 200 })
  expect(await daemon.stop()).toBe(0)
  expect(daemon.stderr()).not.toContain('error')
})

test('reads only these packages before it listens', () => {
  const files = readdirSync(folder)
  const needed = ['main', 'cli', 'find-command', 'up', 'load', 'compose', 'daemon']
  const begun = files.filter((file) => needed.some((name) => file.match(`^${name}[-.].*js$`)))
  expect([...packagesFrom(begun)].sort()).toEqual(['ignore', 'smol-toml', 'zod'])
})

const log = Array.from({ length: 200 }, (_, line) =>
  line === 90 ? 'payment 90 was declined by the bank' : `request ${line} was served`,
).join('\n')

const servers = '[gateway.servers.notes]\ncommand = "node"\n'

test.each([
  { of: 'nothing', toml: '', goal: 'which payment was declined', read: [] },
  { of: 'other parts', toml: servers, goal: 'which payment was declined', read: ['smol-toml'] },
  { of: 'nothing', toml: '', goal: 'outdated login credentials', read: ['@huggingface', 'table'] },
])('a prune for "$goal" with a configuration of $of reads only $read', ({ toml, goal, read }) => {
  const home = newFolder()
  if (toml !== '') writeFileSync(join(home, 'tamis.toml'), toml)
  const { status, output } = spawnSync(
    process.execPath,
    ['--import', telling, main, 'prune', '--goal', goal, '--home', home],
    {
      input: log,
      env: cleanEnvironment(),
      cwd: newFolder(),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      encoding: 'utf8',
    },
  )
  expect(status).toBe(0)
  const files = (output[3] ?? '').split('\n')
  const packages = files.flatMap((file) => /\/node_modules\/([^/]+)\//.exec(file)?.[1] ?? [])
  const tables = files.some((file) => file.endsWith('static-embedder.bin')) ? ['table'] : []
  expect([...new Set([...packages, ...tables])]).toEqual(read)
})

/** Tells on descriptor 3, when the process ends, which modules it loaded and which files it read whole. */
const telling = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import module from 'node:module'
  const files = []
  module.registerHooks({ load(url, context, next) { files.push(url); return next(url, context) } })
  const { readFile } = fs.promises
  fs.promises.readFile = (file, ...rest) => { files.push(String(file)); return readFile(file, ...rest) }
  module.syncBuiltinESMExports()
  process.on('exit', () => fs.writeSync(3, files.join('\\n')))
`)}`

/** The packages that files import, and the files they import, outside of `import()`. */
function packagesFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files)
  const packages = new Set<string>()
  for (const file of reached)
    for (const from of importsOf(file))
      if (from.startsWith('./')) reached.add(from.slice(2))
      else if (!from.startsWith('node:')) packages.add(from)
  return packages
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  return [...text.matchAll(/^import\b.*?"([^"]+)";$/gm)].map(([, from = '']) => from)
}
