import { expect, test } from 'vitest'
import { EngineError } from '../../errors.ts'
import { httpError, rpcError, toEngineError, toolError } from './error-projections.ts'

const refusal = new EngineError('rate_limited', 'Too many', {
  hint: 'Wait.',
  details: { retry_after_s: 3, code: 'of the details' },
})

test('every wire says the code, the message, the hint and the details', () => {
  expect(httpError(refusal)).toEqual({
    error: {
      code: 'rate_limited',
      message: 'Too many',
      hint: 'Wait.',
      details: { retry_after_s: 3, code: 'of the details' },
    },
  })
  const data = { code: 'rate_limited', message: 'Too many', hint: 'Wait.', retry_after_s: 3 }
  expect(rpcError(refusal)).toEqual({ code: -32600, message: 'Too many', data })
  expect(JSON.parse(toolError(refusal))).toEqual(data)
})

test('a fault of our own tells nothing of our insides', () => {
  expect(JSON.stringify(httpError(toEngineError(new TypeError('inside'))))).not.toContain('inside')
  expect(toEngineError(refusal)).toBe(refusal)
})
