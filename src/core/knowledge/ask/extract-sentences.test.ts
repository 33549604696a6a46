import { describe, expect, test } from 'vitest'
import { inMemoryDocuments } from '../../../adapters/in-memory/documents.ts'
import { digest } from '../../../adapters/node/digest.ts'
import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { ingestTexts } from '../ingest/ingest-text.ts'
import { contentTerms } from '../search/index-terms.ts'
import { extractSentences } from './extract-sentences.ts'
import { statementsOf } from './statements-of.ts'

const page = `# Recovering a text

What was left out is never lost. A marker names the lines, and the id
in it brings the lines back.

\`\`\`sh
tamis recover prn_1 120-154
tamis list
\`\`\`

| marker | meaning |
| --- | --- |
| \`raison\` | why the lines were left out |

- The text is kept for thirty days.
- Recover by search: \`--search word\`.
`

async function chunksOf(text: string): Promise<readonly KeyedChunk[]> {
  const documents = inMemoryDocuments()
  const deps = { documents, digest, now: () => 0 }
  await ingestTexts(deps, [{ id: 'page', text }], { source: 's', trust: 'low' })
  const found = await Promise.all(
    (await documents.chunksOf('page')).map(({ id }) => documents.findChunk(id)),
  )
  return found.flatMap((chunk) => chunk ?? [])
}

const extract = async (question: string, text = page) =>
  extractSentences(
    await chunksOf(text),
    { text: question, terms: new Set(contentTerms(question, 'en')), rarity: { of: () => 1 } },
    3,
  )

describe('statements of a page', () => {
  test('are short paragraphs, rows and lines of code, never headings or fences', async () => {
    const [chunk] = await chunksOf(page)
    const found = chunk ? statementsOf(chunk) : []
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      [
        'prose',
        'What was left out is never lost. A marker names the lines, and the id\nin it brings the lines back.',
      ],
      ['code', 'tamis recover prn_1 120-154\ntamis list'],
      ['row', '| `raison` | why the lines were left out |'],
      ['prose', 'The text is kept for thirty days.'],
      ['prose', 'Recover by search: `--search word`.'],
    ])
  })

  test('know the lines they stand on', async () => {
    const [chunk] = await chunksOf(page)
    const lines = page.split('\n')
    for (const { text, startLine, endLine } of chunk ? statementsOf(chunk) : [])
      expect(lines.slice(startLine - 1, endLine).join('\n')).toContain(text)
  })
})

describe('extracts', () => {
  test('give the command when the question asks how', async () => {
    const long = 'Nothing else matters here. '.repeat(40)
    const [first] = await extract('how do I recover lines', `${page}\n${long}\n`)
    expect(first).toMatchObject({ startLine: 3, endLine: 8 })
    expect(first?.text).toMatch(/^What was left out .* back\.\ntamis recover prn_1 120-154\n/s)
  })

  test('give a whole sentence when it asks what or when', async () => {
    const [first] = await extract('for how many days is the text kept')
    expect(first?.text).toBe('The text is kept for thirty days.')
  })

  test.each([
    { text: '**Which agents work?**\nThose that speak MCP. Others do not.\n' },
    { text: 'Which agents work? Those that speak MCP. Others do not.\n' },
    { text: '「Which agents work？」\n\nThose that speak MCP. Others do not.\n' },
  ])('answer a question that the page asks too: $text', async ({ text }) => {
    const found = await extract('which agents work', `# Questions\n\n${text}`)
    expect(found.map((one) => one.text)).toEqual([expect.stringMatching(/^Those that speak MCP\./)])
  })

  test('show a row under the head of its table', async () => {
    const [first] = await extract('what is the meaning of raison')
    expect(first?.text).toBe(
      '| marker | meaning |\n| --- | --- |\n| `raison` | why the lines were left out |',
    )
  })

  test('are a short section whole where no single fact is asked for', async () => {
    const text = '# Set up\n\nPut it in place:\n\n- Unpack the box.\n- Turn the key.\n'
    const [first] = await extract('put the box in place', text)
    expect(first).toMatchObject({ startLine: 3, endLine: 6 })
    expect(first?.text).toBe('Put it in place:\n\n- Unpack the box.\n- Turn the key.')
  })

  test('are no two sections, though they share a passage', async () => {
    const text =
      '# Charges\n\n## Retries\n\nA charge is retried.\n\n## Refunds\n\nCents are compared.\n'
    const [first] = await extract('tell of a charge that is retried', text)
    expect(first?.text).toBe('A charge is retried.')
  })

  test('do not end at a full stop that only shortens a word', async () => {
    const long = 'Nothing else matters here. '.repeat(12)
    const text = `# Sizes\n\nA body (e.g. a form) may have a size of 4 MB. ${long}\n`
    const [first] = await extract('which size may a body have', text)
    expect(first?.text).toBe('A body (e.g. a form) may have a size of 4 MB.')
  })

  test('are no anchors', async () => {
    const [chunk] = await chunksOf('# Limit\n<a id="limit"></a>\n\nIt is four.\n')
    expect((chunk ? statementsOf(chunk) : []).map(({ text }) => text)).toEqual(['It is four.'])
  })

  test('come in the order of the passages, though a later one says more of the words', async () => {
    const [first] = await chunksOf('# Squeezing\n\nBodies are squeezed by pack().\n')
    const [second] = await chunksOf('# Other\n\nHow bodies are packed small is told here.\n')
    if (!first || !second) throw new Error('there are two')
    const chunks = [
      { ...first, key: 1 },
      { ...second, key: 2 },
    ]
    const terms = new Set(contentTerms('how are bodies packed small', 'en'))
    const query = { text: 'how are bodies packed small', terms, rarity: { of: () => 1 } }
    expect(extractSentences(chunks, query, 3).map(({ chunk }) => chunk.key)).toEqual([1, 2])
    expect(extractSentences(chunks, query, 1).map(({ chunk }) => chunk.key)).toEqual([1])
  })

  test('leave out what says nothing of the question', async () => {
    expect(await extract('weather in winter')).toEqual([])
  })
})

test('a note to writers is no statement, and lines are counted with it', async () => {
  const [chunk] = await chunksOf('# Tea\n\n<!-- tea: check\nthis -->\nTea is brewed.\n')
  const statements = chunk ? statementsOf(chunk) : []
  expect(statements).toMatchObject([{ text: 'Tea is brewed.', startLine: 5 }])
})
