import { expect, test } from 'vitest'
import { english } from '../core/text/say.ts'
import { operations } from './all.ts'

function textOf(name: string, output: object): string | undefined {
  return operations.find((one) => one.name === name)?.toAnswer(output, english).text
}

test('what the knowledge base holds is a table with a row for all', () => {
  const sources = [{ source: 'book', documents: 2, chunks: 14, trust: 'high' }]
  const usage = { documents: 2, chunks: 14, sources, embedder: null, llm: null }
  expect(textOf('knowledge.schema', usage)?.split('\n')).toEqual([
    'source  documents  chunks  trust',
    'book            2      14  high',
    'all             2      14',
    '',
    'embedder  none',
    'llm       none',
  ])
})

test('regret is a table, and one line where nothing was asked back', () => {
  const groups = [{ sieve: 'mask', tool: 'Read', policy: 'default', count: 3 }]
  expect(textOf('regret', { recoveries: 3, groups, protected_tools: [] })?.split('\n')).toEqual([
    '3 recoveries',
    'asked back  sieve  tool  policy',
    '         3  mask   Read  default',
  ])
  expect(textOf('regret', { recoveries: 0, groups: [], protected_tools: [] })).toBe('0 recoveries')
})

test('documents are a table, and one of them a page over the table of its chunks', () => {
  const document = {
    ...{ doc_id: 'doc_1', doc_path: 'docs/a.md', source: 'docs', title: 'A', bytes: 1200 },
    ...{ kind: 'markdown', trust: 'high', tags: ['x', 'y'] },
    indexed_at: '2026-11-18T09:00:00.000Z',
  }
  expect(textOf('knowledge.list', { documents: [document] })?.split('\n')).toEqual([
    'id     source  bytes  indexed     path       title',
    'doc_1  docs     1200  2026-11-18  docs/a.md  A',
  ])
  const chunks = [{ chunk_id: 'chk_1', start_line: 1, end_line: 9, heading_path: ['A', 'B'] }]
  const page = textOf('knowledge.inspect', { document, chunks })?.split('\n') ?? []
  expect(page.slice(0, 2)).toEqual(['id       doc_1', 'title    A'])
  expect(page).toContain('tags     x, y')
  expect(page.slice(-2)).toEqual(['chunk  lines  headings', 'chk_1  1–9    A › B'])
})

test('capabilities are a table, and what one takes another', () => {
  const capability = { id: 'cap:report', intent: 'send it', isPinned: true, summary: {} }
  expect(textOf('capabilities.list', { capabilities: [capability] })?.split('\n')).toEqual([
    'capability  runs  pinned  what it does',
    'cap:report     0  *       send it',
  ])
  const fullSchema = { properties: { sql: { type: 'string' } }, required: ['sql'] }
  const shown = { id: 'tool:db:query', type: 'tool', intent: 'query', summary: {}, fullSchema }
  expect(textOf('details', shown)?.split('\n')).toEqual([
    'id            tool:db:query',
    'type          tool',
    'what it does  query',
    '',
    'parameter  type    needed  meaning',
    'sql        string  *',
  ])
})

test('a memory is a page with the names of its file', () => {
  const record = { id: 'lrn_1', text: 'Close it.', tags: ['a', 'b'], project: null }
  expect(textOf('memory.show', { memory: { record } })).toBe(
    'id    lrn_1\ntext  Close it.\ntags  a, b',
  )
})
