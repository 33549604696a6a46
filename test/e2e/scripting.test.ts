import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/operations/all.ts'
import { commands } from '../../src/surfaces/cli/commands.ts'
import { newFolder, postJson, type RunningDaemon, runTamis, startTamis } from './tamis.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/scripting.md'), 'utf8')
const promised = new Map(
  [...guide.matchAll(/^\| `tamis ([^`]+)` \| (.+) \|$/gm)].map(([, command = '', fields = '']) => [
    command,
    fields.split(', '),
  ]),
)

/** What those operations are asked that need anything. */
const inputs: Readonly<Record<string, object>> = {
  discover: { intent: 'find memories' },
  details: { id: 'tool:tamis:ask' },
  execute: { id: 'tool:tamis:health' },
  search: { query: 'turnips' },
  ask: { query: 'where do turnips grow', extractive: true },
  'memory remember': { text: 'Turnips need water', story: 'PD-1' },
  'memory outcome': { story: 'PD-1', result: 'go' },
  'memory promote': { dry_run: true },
  'memory evict': { dry_run: true },
  'memory doctor': { dry_run: true },
}

let daemon: RunningDaemon
const folder = newFolder()

beforeAll(async () => {
  writeFileSync(join(folder, 'tamis.toml'), '')
  writeFileSync(join(folder, 'a.md'), '# Turnips\n\nTurnips grow in fields.\n')
  daemon = await startTamis()
  await postJson(`${daemon.url}/api/knowledge.ingest_text`, {
    id: 'book',
    text: 'Turnips grow in fields.',
  })
})
afterAll(() => daemon.stop())

const asked = operations.filter(({ command }) => promised.has(command?.name ?? ''))

test.each(asked)(
  '$command.name gives the fields that the guide names',
  async ({ name, command }) => {
    const input = inputs[command?.name ?? ''] ?? {}
    const { status, body } = await postJson(`${daemon.url}/api/${name}`, input)
    expect(status).toBe(200)
    expect(Object.keys(body as object)).toEqual(
      expect.arrayContaining(promised.get(command?.name ?? '') ?? []),
    )
  },
)

test('commands of their own give the fields that the guide names', async () => {
  const wordsOf: Readonly<Record<string, readonly string[]>> = {
    prune: ['a.md', '--goal', 'turnips'],
    ingest: ['a.md'],
    status: [],
    doctor: [],
    'store backup': [join(newFolder(), 'b.gz')],
    setup: [],
    init: [join(newFolder(), 'new.toml')],
    trust: [],
  }
  const given = await Promise.all(
    Object.entries(wordsOf).map(async ([command, words]) => {
      const args = [...command.split(' '), ...words, '--json', '--home', daemon.home]
      const { stdout } = await runTamis(args, { folder, env: { HOME: folder } })
      return [command, Object.keys(JSON.parse(stdout)).sort()]
    }),
  )
  const wanted = Object.keys(wordsOf).map((name) => [name, promised.get(name)?.toSorted()])
  expect(Object.fromEntries(given)).toEqual(Object.fromEntries(wanted))
}, 60_000)

test('a stop with nothing to stop says so', async () => {
  const { code, stdout } = await runTamis(['stop', '--json', '--home', newFolder()])
  expect({ code, ...JSON.parse(stdout) }).toEqual({ code: 0, stopped: false })
})

test('the guide names commands that are there', () => {
  const names = commands.map(({ name }) => name)
  expect([...promised.keys()].filter((name) => !names.includes(name))).toEqual([])
  expect(promised.size).toBeGreaterThan(30)
})
