import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { detectSourceType } from './detect-source-type.ts'
import { languageOfPath } from './language-of-path.ts'

const texts = {
  json: '{\n  "name": "x",\n  "list": [\n    1,\n    2\n  ]\n}',
  'json on one line': '[{"a":1},{"a":2}]',
  diff: 'diff --git a/x b/x\nindex 83db48f..bf2a3c1 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old\n+new\n same',
  grep: 'src/a.ts:12: const x = 1\nsrc/b.ts:4: import y\nsrc/c.ts-5- return',
  trace:
    'TypeError: x is not a function\n    at run (/app/a.js:1:2)\n    at main (/app/b.js:3:4)\n    at start (node:internal:5)',
  'python trace':
    'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    main()\nValueError: bad',
  logs: '2024-01-02T10:00:00Z INFO start\n2024-01-02T10:00:01Z WARN slow\n2024-01-02T10:00:02Z ERROR stop',
  'build output':
    '> app@1.0.0 test\n> vitest run\n\n ✓ a.test.ts\n FAIL b.test.ts\nnpm ERR! code 1',
  code: 'import { a } from "b"\n\nexport function run() {\n  const x = 1;\n  return x\n}',
  python: 'import os\n\nclass A:\n    def run(self):\n        return os.name\n',
  docs: '# Title\n\nThis is a paragraph that says something at length, as prose does.\n\n- item one here\n',
}

test.each([
  ['json', 'json', 'code'],
  ['json on one line', 'json', 'code'],
  ['diff', 'diff', 'code'],
  ['grep', 'search', 'code'],
  ['trace', 'trace', 'logs'],
  ['python trace', 'trace', 'logs'],
  ['logs', 'logs', 'logs'],
  ['build output', 'report', 'logs'],
  ['code', 'code', 'code'],
  ['python', 'code', 'code'],
  ['docs', 'docs', 'docs'],
] as const)('%s is seen as %s and treated as %s', (name, form, sourceType) => {
  expect(detectSourceType(texts[name])).toEqual({ form, sourceType })
})

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/terminal')

test.each([
  ['report', 'node-test.tap node-test-spec.txt vitest.txt jest.txt pytest.txt unittest.txt'],
  ['report', 'cargo-test.txt go-test.txt surefire.txt rustc.txt tsc.txt tsc-pretty.txt gcc.txt'],
  ['report', 'clang.txt javac.txt mypy.txt eslint.txt'],
  ['table', 'kubectl-pods.txt docker-ps.txt ps.txt df.txt psql.txt'],
  ['history', 'git-log.txt git-oneline.txt'],
] as const)('a %s is told by what the program printed: %s', (form, names) => {
  for (const name of names.split(' '))
    expect(detectSourceType(readFileSync(join(fixtures, name), 'utf8')).form, name).toBe(form)
})

test('a build that talks in sentences is a log, an article about errors is prose', () => {
  const build = Array.from({ length: 40 }, (_, at) => `Setting up library${at} (1.${at}-2) ...`)
  expect(detectSourceType(build.join('\n')).form).toBe('logs')
  const article = 'An error of this kind is what the reader of a log will look for at first.\n'
  expect(detectSourceType(article.repeat(20)).form).toBe('docs')
})

test.each([
  ['notes.md', 'docs'],
  ['build.log', 'logs'],
  ['server.log.1', 'logs'],
] as const)('the name %s speaks before the text', (path, form) => {
  expect(detectSourceType(texts.code, path).form).toBe(form)
})

test('a file called .txt is what it holds: people save logs under that name', () => {
  expect(detectSourceType(texts['build output'], 'build.txt').form).toBe('report')
  expect(detectSourceType(texts.docs, 'notes.txt').form).toBe('docs')
})

test('a known language is code, whatever it looks like', () => {
  expect(detectSourceType('plain words', 'a.py', 'python').form).toBe('code')
})

test.each([
  ['src/a.test.ts', 'typescript'],
  ['C:\\x\\Main.JAVA', 'java'],
  ['Makefile', undefined],
  ['dir.py/file', undefined],
])('%s is written in %s', (path, language) => {
  expect(languageOfPath(path)).toBe(language)
})
