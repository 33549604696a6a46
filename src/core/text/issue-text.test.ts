import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueWords } from './issue-text.ts'

const list = z.array(z.string())

test.each([
  { schema: z.string(), value: undefined, says: 'is missing' },
  { schema: z.string(), value: 3, says: 'must be text' },
  { schema: z.number(), value: 'a', says: 'must be a number' },
  { schema: z.int(), value: 1.5, says: 'must be a whole number' },
  { schema: z.boolean(), value: 'yes', says: 'must be true or false' },
  { schema: list, value: 'a', says: 'must be a list' },
  { schema: z.strictObject({}), value: [], says: 'must be an object' },
  { schema: z.record(z.string(), z.string()), value: 1, says: 'must be an object' },
  { schema: z.symbol(), value: 1, says: 'must be of the type symbol' },
  { schema: z.literal('a'), value: 'b', says: 'must be a' },
  { schema: z.enum(['a', 'b']), value: 'c', says: 'must be one of a, b' },
  { schema: z.string().min(1), value: '', says: 'must not be empty' },
  { schema: z.string().min(2), value: '', says: 'must have at least 2 characters' },
  { schema: z.string().max(1), value: 'ab', says: 'must have at most 1 character' },
  { schema: z.string().length(3), value: 'ab', says: 'must have exactly 3 characters' },
  { schema: list.min(1), value: [], says: 'must not be empty' },
  { schema: list.min(2), value: [], says: 'must have at least 2 items' },
  { schema: list.max(1), value: ['a', 'b'], says: 'must have at most 1 item' },
  { schema: list.length(1), value: [], says: 'must have exactly 1 item' },
  { schema: z.number().min(1), value: 0, says: 'must be at least 1' },
  { schema: z.number().positive(), value: 0, says: 'must be more than 0' },
  { schema: z.number().max(1), value: 3, says: 'must be at most 1' },
  { schema: z.number().lt(1), value: 1, says: 'must be less than 1' },
  { schema: z.number().multipleOf(2), value: 1, says: 'must be a multiple of 2' },
  { schema: z.strictObject({}), value: { a: 1 }, says: 'unknown field a' },
  { schema: z.strictObject({}), value: { a: 1, b: 1 }, says: 'unknown fields a, b' },
  { schema: z.url(), value: 'a', says: 'must be an address, for instance https://example.com' },
  { schema: z.iso.date(), value: 'a', says: 'must be a day, for instance 2026-01-31' },
  { schema: z.iso.datetime(), value: 'a', says: 'must be a date and time' },
  { schema: z.string().startsWith('a'), value: 'b', says: 'must begin with a' },
  { schema: z.string().endsWith('a'), value: 'b', says: 'must end with a' },
  { schema: z.string().regex(/a/), value: 'b', says: 'is not of the form that is asked for' },
  { schema: z.string().regex(/a/, 'must hold an a'), value: 'b', says: 'must hold an a' },
  { schema: z.string().refine(() => false), value: 'b', says: 'is not allowed' },
  {
    schema: z.union([z.string(), list]),
    value: 3,
    says: 'is of none of the forms it may have',
  },
  { schema: z.union([z.string(), list]), value: [3], says: '0: must be text' },
  {
    schema: z.record(z.enum(['a']), z.string()),
    value: { b: 'x' },
    says: 'is missing',
  },
])('says $says', ({ schema, value, says }) => {
  const { error } = schema.safeParse(value, issueWords())
  expect(error?.issues[0]?.message).toBe(says)
})
