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

test('of a long one each member is, with its comment and under the head', () => {
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
  expect(statements.map(({ lead }) => lead)).toEqual([
    undefined,
    ...names.map(() => 'interface Many {\n…'),
  ])
})

test('what follows a definition with a comment of its own is another statement', () => {
  const text = '/** One. */\ndeclare function one(): void;\n/** Two. */\ndeclare var two: 2;\n'
  expect(codeStatements({ text, startLine: 1 }, '').map((one) => one.text)).toEqual([
    '/** One. */\ndeclare function one(): void;',
    '/** Two. */\ndeclare var two: 2;',
  ])
})

test('a comment on something else, and what only hands on, are none', () => {
  const text =
    '/** Options. */\n/** Adds. */\nfunction add() {}\n// For imports:\nexport default add\n'
  expect(codeStatements({ text, startLine: 1 }, '').map((one) => one.text)).toEqual([
    '/** Adds. */\nfunction add() {}',
  ])
})

test('no statement is longer than one reads', () => {
  const text = Array.from({ length: 100 }, (_, at) => `line(${at})`).join('\n')
  const [only, ...rest] = codeStatements({ text, startLine: 1 }, '')
  expect(only?.text.split('\n')).toHaveLength(mostCodeLines)
  expect(rest).toEqual([])
})

test('of a long one with a long comment: what it does, its example and its head', () => {
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
  const [head] = codeStatements({ text, startLine: 1 }, 'pack')
  expect(head).toMatchObject({
    text: '/**\n * Packs what is sent.\n *\n…\n * @example\n * app.use(pack())\n…\nexport function pack(options) {',
    startLine: 1,
    endLine: 19,
  })
  expect(head?.context).toContain('number 3')
})

test('of a comment that is longer than its passage: what it does, and its example', () => {
  const params = Array.from({ length: 30 }, (_, at) => ` * @param p${at} - number ${at}`)
  const text = ['/**', ' * @summary Packs.', ...params, ' * @example', ' * pack()'].join('\n')
  const [only, ...rest] = codeStatements({ text, startLine: 1 }, 'pack')
  expect(only?.text).toBe('/**\n * @summary Packs.\n…\n * @example\n * pack()')
  expect(rest).toEqual([])
})
