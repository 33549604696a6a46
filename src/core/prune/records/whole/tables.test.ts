import { expect, test } from 'vitest'
import { splitLines } from '../../../text/lines.ts'
import { readWhole } from '../read-whole.ts'

const times = (count: number, row: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => row(at + 1))

test.each([
  {
    form: 'small letters over a rule',
    text: ['host   free', '-----  ----', ...times(9, (at) => `web-${at}  ${at}00`)],
    columns: ['host', 'free'],
    rows: 9,
  },
  {
    form: 'a title above, and names of two words',
    text: [
      'Active connections (servers and established)',
      'Proto Recv-Q Local Address    Foreign Address  State',
      ...times(9, (at) => `tcp        0 10.0.0.5:330${at}  10.0.0.9:443     OPEN`),
    ],
    columns: ['Proto', 'Recv-Q', 'Local Address', 'Foreign Address', 'State'],
    rows: 9,
  },
  {
    form: 'no header',
    text: times(9, (at) => `${at * 3}\tcache/part-${at}`),
    columns: ['', ''],
    rows: 9,
  },
  {
    form: 'a name without numbers beside a bar of signs',
    text: times(9, (at) => ` src/part-${at}.txt |  ${at} ${'+'.repeat(at)}`),
    columns: ['', ''],
    rows: 9,
  },
])('$form', ({ text, columns, rows }) => {
  const [table] = readWhole(splitLines(text.join('\n')))?.tables ?? []
  expect(table?.columns).toEqual(columns)
  expect(table?.rows).toHaveLength(rows)
})

test('tables in a row have columns of their own', () => {
  const text = [
    'NAME  READY  STATUS',
    ...times(5, (at) => `web-${at}  1/1  Running`),
    '',
    'NAME  TYPE  PORT',
    ...times(5, (at) => `svc-${at}  ClusterIP  80${at}`),
  ]
  const found = readWhole(splitLines(text.join('\n')))?.tables ?? []
  expect(found.map(({ columns }) => columns.join(' '))).toEqual([
    'NAME READY STATUS',
    'NAME TYPE PORT',
  ])
})

test.each([
  { form: 'messages', text: times(30, (at) => `request ${at} served in ${at * 7} ms`) },
  { form: 'progress', text: times(30, (at) => `Counting objects:  ${at}% (${at}/100)`) },
  { form: 'settings', text: times(30, (at) => (at % 2 === 0 ? `part-${at}:` : `  port: ${at}`)) },
])('$form are no table', ({ text }) => {
  expect(readWhole(splitLines(text.join('\n')))).toBeUndefined()
})
