import { expect, test } from 'vitest'
import { messageOf } from './unavailable.ts'

const notStarted = (code: string) =>
  Object.assign(new Error(`spawn uvx ${code}`), { code, syscall: 'spawn uvx', path: 'uvx' })
const refused = Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' })

test.each([
  { error: new Error('first\nlast'), said: 'last' },
  { error: 'no error at all', said: 'no error at all' },
  { error: new TypeError('fetch failed', { cause: refused }), said: 'fetch failed (ECONNREFUSED)' },
  {
    error: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    said: 'connect ECONNREFUSED',
  },
  { error: Object.assign(new Error('refused'), { code: 'EraNegotiationFailed' }), said: 'refused' },
  { error: notStarted('ENOENT'), said: 'there is no program uvx on the PATH of the daemon' },
  { error: notStarted('EACCES'), said: 'the daemon may not run uvx' },
  { error: notStarted('EMFILE'), said: 'spawn uvx EMFILE' },
])('an upstream failed: $said', ({ error, said }) => {
  expect(messageOf(error)).toBe(said)
})
