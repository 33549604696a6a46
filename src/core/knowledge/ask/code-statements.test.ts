import { expect, test } from 'vitest'
import { codeStatements, mostCodeLines } from './code-statements.ts'

const member = (name: string): string =>
  `  /**\n   * What ${name} does.\n   *\n   * More of it.\n   */\n  ${name}(): void\n`

test('a definition that is short enough is one statement', () => {
  const text = '\n/** Adds. */\nfunction add(a, b) {\n\n  return a + b\n}\n'
  expect(codeStatements({ text, startLine: 10 }, 'add')).toEqual([
    { text: text.trim(), kind: 'code', startLine: 11, endLine: 15, context: 'add' },
  ])
})

test('of a long one each member is, with its comment', () => {
  const names = ['first', 'second', 'third', 'fourth', 'fifth']
  const text = `interface Many {\n${names.map(member).join('')}}\n`
  const statements = codeStatements({ text, startLine: 1 }, '')
  expect(statements.map(({ text: one }) => one.trim().split('\n').at(-1)?.trim())).toEqual([
    'interface Many {',
    ...names.slice(0, -1).map((name) => `${name}(): void`),
    '}',
  ])
  const lines = text.split('\n')
  for (const { text: one, startLine, endLine } of statements)
    expect(lines.slice(startLine - 1, endLine).join('\n')).toBe(one)
})

test('no statement is longer than one reads', () => {
  const text = Array.from({ length: 100 }, (_, at) => `line(${at})`).join('\n')
  const [only, ...rest] = codeStatements({ text, startLine: 1 }, '')
  expect(only?.text.split('\n')).toHaveLength(mostCodeLines)
  expect(rest).toEqual([])
})

test('of a long one with a long comment: what it does with its head, and its example', () => {
  const params = Array.from({ length: 12 }, (_, at) => ` * @param p${at} - number ${at}`)
  const body = Array.from({ length: 12 }, (_, at) => `  step(${at})`)
  const text = [
    '/**',
    ' * Packs what is sent.',
    ' *',
    ...params,
    ' * @example',
    ' * app.use(pack())',
    ' */',
    'export function pack(options) {',
    ...body,
    '}',
  ].join('\n')
  const [head, example] = codeStatements({ text, startLine: 1 }, 'pack')
  expect(head).toMatchObject({
    text: '/**\n * Packs what is sent.\n…\nexport function pack(options) {',
    startLine: 1,
    endLine: 19,
  })
  expect(head?.context).toContain('number 3')
  expect(example).toMatchObject({ text: ' * @example\n * app.use(pack())', startLine: 16 })
})
