import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newFolder, postJson, runTamis, startTamis } from './tamis.ts'

const sourcesAnswer = z.object({ sources: z.array(z.looseObject({ name: z.string() })) })
const wordsOnly = { TAMIS_EMBEDDER_KIND: 'none' }

test('the daemon keeps the sources of tamis.toml fresh, and one that fails stops no other', {
  timeout: 60_000,
}, async () => {
  const home = newFolder()
  const folder = newFolder()
  writeFileSync(join(folder, 'first.md'), '# First\n\nThe marker is walnut.\n')
  writeFileSync(
    join(home, 'tamis.toml'),
    `[[knowledge.sources]]
name = "away"
path = ${JSON.stringify(join(folder, 'nowhere'))}
every = "1h"

[[knowledge.sources]]
name = "notes"
path = ${JSON.stringify(folder)}
watch = true
trust = "high"
`,
  )
  const off = await runTamis(['sources', '--home', home], { env: wordsOnly })
  expect(off.stdout).toContain('No daemon keeps them fresh')

  const daemon = await startTamis({ home, env: wordsOnly })
  const api = async (name: string, input: object = {}): Promise<unknown> =>
    (await postJson(`${daemon.url}/api/${name}`, input)).body
  const stateOf = async (name: string) => {
    const { sources } = sourcesAnswer.parse(await api('knowledge.sources'))
    return sources.find((one) => one.name === name)
  }
  const poll = (name: string) => expect.poll(() => stateOf(name), { timeout: 30_000 })
  await poll('notes').toMatchObject({ state: 'fresh', counts: { added: 1 }, not_watched: null })
  await poll('away').toMatchObject({ state: 'failed', error: { code: 'missing' } })

  mkdirSync(join(folder, 'inner'))
  writeFileSync(join(folder, 'inner', 'second.md'), '# Second\n\nThe marker is cherry.\n')
  await poll('notes').toMatchObject({ state: 'fresh', counts: { added: 1, unchanged: 1 } })
  expect(await api('knowledge.search', { query: 'cherry' })).toMatchObject({
    hits: [{ doc_path: 'inner/second.md', source: 'notes', trust: 'high' }],
  })
  rmSync(join(folder, 'first.md'))
  await poll('notes').toMatchObject({ state: 'fresh', counts: { removed: 1, unchanged: 1 } })

  const shown = await runTamis(['sources', '--home', home], { env: wordsOnly })
  expect(shown.stdout).toMatch(/notes +fresh +1 /)
  expect(shown.stdout).toContain('nowhere is missing')
  expect(shown.code).toBe(1)
  expect(await daemon.stop()).toBe(0)
})
