import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postJson, startTamis } from '../e2e/tamis.ts'
import { complexityCases } from './complexity-cases.ts'
import { type ComplexityStage, openComplexityStage } from './complexity-stage.ts'

/** A thirtieth of the full attack, which `npm run soak -- complexity` makes. */
const scale = 0.03
const mostCpuMs = 3000
const mostMb = 1500

let stage: ComplexityStage

beforeAll(async () => {
  stage = await openComplexityStage()
})
afterAll(async () => {
  await stage.close()
})

test.each(complexityCases)(
  '$name at $door: bounded, answered, and nobody else waits for long',
  async (one) => {
    const outcome = await stage.attack(one, scale)
    expect(one.wanted, outcome.text.slice(0, 300)).toContain(outcome.status)
    if (outcome.status === 400 || one.door === '/rpc')
      expect(outcome.text).toMatch(/"code":"(?:body_too_complex|invalid_input)"|A batch holds/)
    expect(outcome.cpuMs).toBeLessThan(mostCpuMs)
    expect(outcome.peakMb).toBeLessThan(mostMb)
    expect(outcome.isHealthAnswered).toBe(true)
  },
)

test('files that unfold into far more than they are, or that no pattern should read', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tamis-bombs-'))
  const files: Readonly<Record<string, string | Buffer>> = {
    'drawn.pdf': pdfOf(deflateSync(Buffer.alloc(280_000_000, '(aaaaaaaa) Tj '), { level: 1 })),
    'comments.html': '<!--'.repeat(200_000),
    'scripts.html': '<script '.repeat(200_000),
    'titles.html': '<title>'.repeat(200_000),
    'headings.html': '<h1 '.repeat(200_000),
    'spaces.html': `x${' '.repeat(500_000)}x`,
    'cells.ipynb': `{"cells":[${'{"cell_type":"code","source":[]},'.repeat(100_000)}{"cell_type":"code"}]}`,
    'deep.ipynb': `{"cells":${'['.repeat(500_000)}`,
    'fine.md': '# Fine\n\nNothing unfolds here.',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content)
  const daemon = await startTamis({ env: { TAMIS_KNOWLEDGE_ROOTS: root } })
  const ingested = postJson(`${daemon.url}/api/knowledge.ingest`, { paths: [root] })
  expect((await fetch(`${daemon.url}/health`)).status).toBe(200)
  const { status, body } = await ingested
  expect(status).toBe(200)
  expect((body as { skipped: unknown }).skipped).toEqual(
    expect.arrayContaining([
      { path: 'drawn.pdf', skipped: 'too_large' },
      { path: 'deep.ipynb', skipped: 'damaged' },
    ]),
  )
  const { text } = await postJson(`${daemon.url}/api/knowledge.search`, { query: 'unfolds' })
  expect(text).toContain('fine.md')
  expect(await daemon.stop()).toBe(0)
}, 60_000)

/** One page whose content is this compressed stream. */
function pdfOf(stream: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream
`,
    ),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Size 6/Root 1 0 R>>\n%%EOF'),
  ])
}
