import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundle } from '../../scripts/bundle.mjs'
import type { DiscoverResponse } from '../../src/engine.ts'
import { newFolder, postJson, startTamis } from './tamis.ts'

// Beside `dist`, where it finds its package, its packages and its assets as `dist` does.
const folder = mkdtempSync('dist-test-')
const main = join(process.cwd(), folder, 'main.js')

beforeAll(() => bundle(folder))
afterAll(() => rmSync(folder, { recursive: true }))

test('the bundle finds its SQL, its table of meanings and its grammars', async () => {
  const daemon = await startTamis({ program: main, home: newFolder() })
  onTestFinished(() => void daemon.stop())
  const discover = async () => {
    const asked = { intent: 'search my documents' }
    return (await postJson(`${daemon.url}/api/discover`, asked)).body as DiscoverResponse
  }
  expect((await discover()).meta.returnedCount).toBe(10)
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
