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
