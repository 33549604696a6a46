import { expect, test } from 'vitest'
import { signaturesOf } from './signature.ts'

const text = { type: 'string' }

test.each([
  {
    name: 'read_file',
    inputSchema: {
      type: 'object',
      properties: { head: { type: 'integer' }, path: text },
      required: ['path'],
    },
    outputSchema: { type: 'object', properties: { content: text }, required: ['content'] },
    signature:
      'tools.my_fs.read_file(args: { path: string; head?: number }): Promise<{ content: string }>',
  },
  {
    name: 'get-user',
    inputSchema: { type: 'object', properties: {} },
    signature: 'tools.my_fs.get_user(args?: object): Promise<unknown>',
  },
  {
    name: '2nd',
    inputSchema: {
      properties: {
        sort: { enum: ['up', 'down'] },
        tags: { type: 'array', items: { anyOf: [text, { type: 'null' }] } },
        'a b': { type: ['string', 'number'] },
        map: { type: 'object', additionalProperties: { type: 'boolean' } },
        loop: { $ref: '#/properties/loop' },
      },
    },
    signature:
      'tools.my_fs._2nd(args?: { sort?: "up" | "down"; tags?: (string | null)[]; "a b"?: string | number; map?: Record<string, boolean>; loop?: unknown }): Promise<unknown>',
  },
])('$signature', ({ name, inputSchema, outputSchema, signature }) => {
  const tool = { server: 'my-fs', name, inputSchema, ...(outputSchema ? { outputSchema } : {}) }
  expect(signaturesOf(tool)[0]).toBe(signature)
})

test('gets shorter, and keeps what must be given to the end', () => {
  const deep = { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } }
  const inputSchema = { type: 'object', properties: { x: text, y: deep }, required: ['x'] }
  const all = signaturesOf({ server: 's', name: 't', inputSchema })
  expect(all.at(-2)).toBe('tools.s.t(args: { x: string; /* 1 more */ }): Promise<unknown>')
  expect(all.at(-1)).toBe('tools.s.t(args: object): Promise<unknown>')
})
