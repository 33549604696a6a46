import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, runTamis, startTamis } from './tamis.ts'

const log = Array.from({ length: 300 }, (_, index) =>
  index === 200 ? 'FAIL src/cart.test.ts: expected 3 to be 4' : `PASS src/part-${index}.test.ts`,
).join('\n')

async function pruneIn(home: string) {
  const { stdout } = await runTamis(
    ['prune', '--goal', 'why does it fail', '--json', '--explain', '--home', home],
    { input: log },
  )
  const { stats, ...answer } = JSON.parse(stdout)
  const { elapsed_ms: _, ...facts } = stats
  return { ...answer, facts }
}

async function doors(home: string): Promise<readonly string[]> {
  const { stdout } = await runTamis(['ledger', 'list', '--json', '--home', home])
  return JSON.parse(stdout).entries.map((row: { source: string }) => row.source)
}

test('the pruner alone, the engine and a daemon give the same answer', async () => {
  const plain = newFolder()
  const configured = newFolder()
  writeFileSync(join(configured, 'tamis.toml'), '[prune]\nusd_per_million_tokens = 3\n')
  const alone = await pruneIn(plain)
  expect(await pruneIn(configured)).toEqual(alone)
  const daemon = await startTamis()
  expect(await pruneIn(daemon.home)).toEqual(alone)
  expect(await doors(daemon.home)).toEqual(['http'])
  await daemon.stop('SIGKILL')
  expect(await pruneIn(daemon.home)).toEqual(alone)
  expect(await doors(daemon.home)).toEqual(['cli', 'http'])
})

test('a daemon that asks for a token is passed by without a word', async () => {
  const daemon = await startTamis({ env: { TAMIS_TOKEN: 'a-token-of-the-operator' } })
  const { code, stderr } = await runTamis(['prune', '--goal', 'fail', '--home', daemon.home], {
    input: log,
  })
  expect(code).toBe(0)
  expect(stderr).toMatch(/^tamis: kept \d+ of 300 lines; [^\n]*\n$/)
  expect(await doors(daemon.home)).toEqual(['cli'])
  await daemon.stop()
})
