import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineAt, splitLines } from '../../text/lines.ts'
import { readWhole } from './read-whole.ts'

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/terminal')
const captured = (name: string) => splitLines(readFileSync(join(fixtures, name), 'utf8'))

test.each([
  { name: 'kubectl-pods.txt', form: 'table', count: 45, under: /^NAME / },
  { name: 'docker-ps.txt', form: 'table', count: 8, under: /^CONTAINER ID/ },
  { name: 'ps.txt', form: 'table', count: 61, under: /^USER/ },
  { name: 'df.txt', form: 'table', count: 7, under: /^Filesystem/ },
  { name: 'psql.txt', form: 'table', count: 11, under: /^-+\+/ },
  { name: 'packages.csv', form: 'csv', count: 301, under: /^package,version/ },
  { name: 'service.ndjson', form: 'ndjson', count: 200 },
  { name: 'git-log.txt', form: 'history', count: 60 },
  { name: 'git-oneline.txt', form: 'history', count: 60 },
  { name: 'git-diff.txt', form: 'diff', count: 16 },
  { name: 'ls.txt', form: 'listing', count: 79 },
  { name: 'grep.txt', form: 'search', count: 14 },
])('$name is a $form of $count records', ({ name, form, count, under }) => {
  const lines = captured(name)
  const set = readWhole(lines)
  expect(set?.form).toBe(form)
  expect(set?.records).toHaveLength(count)
  const last = set?.records.at(-1)
  if (under !== undefined) expect(lineAt(lines, last?.under ?? -1)).toMatch(under)
})

test.each([
  { name: 'kubectl-pods.txt', columns: 'NAME READY STATUS RESTARTS AGE' },
  { name: 'docker-ps.txt', columns: 'CONTAINER ID IMAGE COMMAND CREATED STATUS PORTS NAMES' },
  { name: 'psql.txt', columns: 'id name status total' },
  { name: 'service.ndjson', columns: 'time level service msg status ms' },
])('the columns of $name are known by name, and each row has as many cells', (given) => {
  const set = readWhole(captured(given.name))
  expect(set?.tables[0]?.columns.join(' ')).toBe(given.columns)
  const widths = new Set(set?.records.map((record) => set.tables[0]?.cellsOf(record).length))
  expect([...widths]).toEqual([set?.tables[0]?.columns.length])
})

test.each([
  'node-test.tap',
  'node-test-spec.txt',
  'pytest.txt',
  'rustc.txt',
  'tsc.txt',
  'gcc.txt',
  'mypy.txt',
  'go-test.txt',
  'surefire.txt',
  'vitest.txt',
])('%s is a report, not one form of records', (name) => {
  expect(readWhole(captured(name))).toBeUndefined()
})

test('a commit is its head, its subject and all up to the next one', () => {
  const lines = captured('git-log.txt')
  const [record] = readWhole(lines)?.records ?? []
  expect(record).toMatchObject({ first: 0, headLast: 2, gist: [4] })
  expect(lineAt(lines, (record?.last ?? 0) + 1)).toMatch(/^commit /)
})

test('a quoted cell of CSV may hold separators and lines', () => {
  const text = `name,note,size\n"tea, green","two\nlines",3\n${'milk,none,4\n'.repeat(30)}`
  const set = readWhole(splitLines(text))
  const [first, second] = set?.records ?? []
  expect([first?.first, first?.last, second?.first]).toEqual([1, 2, 3])
  expect(first && set?.tables[0]?.cellsOf(first)).toEqual(['tea, green', 'two\nlines', '3'])
})

test('a box drawing is a table', () => {
  const rows = ['tea   │ 3.50 ', 'milk  │ 1.20 ', 'bread │ 2.10 '].map((row) => `│ ${row}│`)
  const text = [
    '┌───────┬──────┐',
    '│ name  │ price│',
    '├───────┼──────┤',
    ...rows,
    '└───────┴──────┘',
  ]
  const set = readWhole(splitLines(text.join('\n')))
  expect(set?.form).toBe('table')
  expect(set?.tables[0]?.columns).toEqual(['name', 'price'])
  expect(set?.records.at(-1)).toMatchObject({ first: 5, under: 2 })
})
