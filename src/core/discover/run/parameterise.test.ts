import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parameterise } from './parameterise.ts'
import { scriptTokens } from './script-tokens.ts'

const call = (args: Record<string, unknown>) => ({ tool: 'tool:fs:read', args, output: {} })

function formOf(code: string, args: Record<string, unknown>, input = {}) {
  const isNamedBySchema = (_: string, __: string, value: unknown): boolean => value === 'size'
  return parameterise({ code, input, calls: [call(args)], isNamedBySchema })
}

test.each([
  {
    code: "return tools.fs.read({ path: 'notes.txt', head: 5 })",
    args: { path: 'notes.txt', head: 5 },
    form: 'return tools.fs.read({ path: input.path, head: input.head })',
    inputs: ['path', 'head'],
  },
  {
    code: "const folder = '/data/ada'\nawait tools.fs.read({ path: folder + '/' + name })",
    args: { path: '/data/ada/x' },
    form: "const folder = input.folder\nawait tools.fs.read({ path: folder + '/' + name })",
    inputs: ['folder'],
  },
  {
    code: 'await tools.fs.read({ path: `/data/ada/${name}.md`, sortBy: "size" }) // ada',
    args: { path: '/data/ada/x.md', sortBy: 'size' },
    form: 'await tools.fs.read({ path: `${input.path}${name}.md`, sortBy: "size" })',
    inputs: ['path'],
  },
  {
    code: "const lines = text.split('\\n').slice(0, 3).map((l) => l.replace(/['\"`]/g, ''))",
    args: { path: 'x' },
    form: "const lines = text.split('\\n').slice(0, 3).map((l) => l.replace(/['\"`]/g, ''))",
    inputs: [],
  },
  {
    code: "const apiKey = 'hunter2'\nconst x = 'tok_9f8e7d6c5b4a3f2e1d'",
    args: {},
    form: 'const apiKey = input.apiKey\nconst x = input.x',
    inputs: ['apiKey', 'x'],
  },
  {
    code: "const a = { 'path': input.path, to: 'bob' }; const b = { to: 'eve' }",
    args: { path: 'p', to: 'bob', cc: { to: 'eve' } },
    input: { path: 'p' },
    form: "const a = { 'path': input.path, to: input.to }; const b = { to: input.to2 }",
    inputs: ['path', 'to', 'to2'],
  },
])('$code', ({ code, args, input, form, inputs }) => {
  expect(formOf(code, args, input)).toEqual({ code: form, inputs })
})

test.each([
  'const input = { path: 1 }',
  'const f = (input) => input.x',
  "const broken = 'never closed",
  'const broken = `never ${closed`',
])('%s has no form', (code) => {
  expect(formOf(code, {})).toBeUndefined()
})

test('the pieces of any text are in order and inside it, or there are none', () => {
  const odd = fc.string({ unit: fc.constantFrom(...'ab1 \n\'"`${}\\/*[]().:=') })
  fc.assert(
    fc.property(odd, (code) => {
      let end = 0
      for (const token of scriptTokens(code) ?? []) {
        expect(token.start).toBeGreaterThanOrEqual(end)
        expect(token.end).toBeGreaterThanOrEqual(token.start)
        end = token.end
      }
      expect(end).toBeLessThanOrEqual(code.length)
    }),
    { numRuns: 2000 },
  )
})
