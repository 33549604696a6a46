import { expect, test } from 'vitest'
import { treeSitterSyntax } from './syntax.ts'

const syntax = treeSitterSyntax()

/** Source, then each block as `kind name start-end@header`. */
const programs: Readonly<Record<string, readonly [string, string]>> = {
  typescript: [
    '/** Says hello. */\nexport function hello(): void {\n  return\n}\n\nexport const add = (a: number) =>\n  a + 1\n\nclass A {\n  // note\n  run() {\n    return 1\n  }\n}\n',
    'function hello 1-4@2 | function add 6-7@6 | class A 9-14@9 | function run 10-13@11',
  ],
  tsx: ['const View = () => {\n  return <p>hi</p>\n}\n', 'function View 1-3@1'],
  javascript: ['class B extends A {}\nfunction* gen() {}\n', 'class B 1-1@1 | function gen 2-2@2'],
  python: [
    '@cached\ndef f(x):\n    return x\n\nclass C(Base):\n    def m(self):\n        pass\n',
    'function f 1-3@2 | class C 5-7@5 | function m 6-7@6',
  ],
  go: [
    '// Run runs.\nfunc (s *Server) Run() error {\n\treturn nil\n}\n\ntype Server struct {\n\tname string\n}\n',
    'function Run 1-4@2 | class Server 6-8@6',
  ],
  rust: [
    '#[derive(Debug)]\nstruct P { x: i32 }\n\nimpl P {\n    fn new() -> P { P { x: 1 } }\n}\n',
    'class P 1-2@2 | class P 4-6@4 | function new 5-5@5',
  ],
  java: [
    'class A {\n  A() {}\n  void run() {\n  }\n}\n',
    'class A 1-5@1 | function A 2-2@2 | function run 3-4@3',
  ],
  c: ['static char *name(int x)\n{\n  return 0;\n}\n', 'function name 1-4@1'],
  cpp: [
    'namespace n {\nclass K {\n  void f() {}\n};\n}\n',
    'module n 1-5@1 | class K 2-4@2 | function f 3-3@3',
  ],
  csharp: [
    'namespace N {\n  class A {\n    void F() {}\n  }\n}\n',
    'module N 1-5@1 | class A 2-4@2 | function F 3-3@3',
  ],
  php: ['<?php\nclass A {\n  function f() {}\n}\n', 'class A 2-4@2 | function f 3-3@3'],
  ruby: [
    'module M\n  class A\n    def f\n    end\n  end\nend\n',
    'module M 1-6@1 | class A 2-5@2 | function f 3-4@3',
  ],
  bash: ['deploy() {\n  echo hi\n}\n', 'function deploy 1-3@1'],
  css: ['.a, .b {\n  color: red;\n}\n', 'rule .a, .b 1-3@1'],
}

test.each(Object.entries(programs))('outlines %s', async (language, [source, expected]) => {
  const blocks = await syntax.outline(source, language)
  const seen = blocks?.map(
    ({ kind, name, start, end, header }) => `${kind} ${name} ${start}-${end}@${header}`,
  )
  expect(seen?.join(' | ')).toBe(expected)
})

test('covers exactly the languages it names', () => {
  expect([...syntax.languages].sort()).toEqual(Object.keys(programs).sort())
})

test('counts lines like the rest of Tamis, lone carriage returns included', async () => {
  const blocks = await syntax.outline('x = 1\r\ry = 2\r\ndef f():\r    pass\n', 'python')
  expect(blocks).toEqual([{ kind: 'function', name: 'f', start: 4, header: 4, end: 5 }])
})

test.each([
  ['an unknown language', 'x', 'cobol'],
  ['a name every object has', 'x', 'toString'],
  ['a text too large to be worth it', 'x = 1\n'.repeat(400_000), 'python'],
])('does not outline %s', async (_case, source, language) => {
  expect(await syntax.outline(source, language)).toBeUndefined()
})

test('a broken program still has an outline of what can be read', async () => {
  const blocks = await syntax.outline('def ok():\n    pass\n\ndef broken(:\n', 'python')
  expect(blocks?.[0]).toMatchObject({ name: 'ok', start: 1, end: 2 })
})
