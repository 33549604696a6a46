import { isInputRequiredResult, type ServerContext } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { createHeldCalls, type HeldCalls } from './held-calls.ts'

const answered = { content: [{ type: 'text' as const, text: 'done' }] }

function round(state?: string, inputResponses?: Record<string, unknown>) {
  const leaving = new AbortController()
  const mcpReq = {
    signal: leaving.signal,
    requestState: () => state,
    notify: async () => undefined,
    ...(inputResponses ? { inputResponses } : {}),
  }
  return { mcpReq: mcpReq as unknown as ServerContext['mcpReq'], leave: () => leaving.abort() }
}

/** Begins a call that asks one question; what it was answered, and whether it was cut off. */
async function asked(held: HeldCalls) {
  const seen: { answer?: unknown; isCut?: boolean } = {}
  const result = await held.run(round(), 'ann', async ({ ask }, signal) => {
    signal.addEventListener('abort', () => {
      seen.isCut = true
    })
    seen.answer = await ask('elicitation/create', { message: 'Which?' }, signal)
    return answered
  })
  if (!isInputRequiredResult(result)) throw new Error('nothing was asked')
  const [key = ''] = Object.keys(result.inputRequests ?? {})
  return { seen, result, key, state: String(result.requestState) }
}

test('the question is the answer, and the next round brings the call to its end', async () => {
  const held = createHeldCalls()
  const { seen, key, state, result } = await asked(held)
  expect(result.inputRequests?.[key]).toEqual({
    method: 'elicitation/create',
    params: { message: 'Which?' },
  })
  const next = round(state, { [key]: { action: 'accept' } })
  expect(await held.run(next, 'ann', () => Promise.reject())).toBe(answered)
  expect(seen.answer).toEqual({ action: 'accept' })
})

test('nobody answers for another caller, and nobody twice', async () => {
  const held = createHeldCalls()
  const { key, state } = await asked(held)
  const answer = (owner: string) => () =>
    held.run(round(state, { [key]: { action: 'accept' } }), owner, () => Promise.reject())
  expect(answer('ben')).toThrow('has ended')
  await answer('ann')()
  expect(answer('ann')).toThrow('has ended')
})

test('a client that comes back without its answer is asked again', async () => {
  const held = createHeldCalls()
  const { key, state } = await asked(held)
  const again = await held.run(round(state), 'ann', () => Promise.reject())
  expect(again).toMatchObject({ inputRequests: { [key]: { method: 'elicitation/create' } } })
})

test('a client that leaves in a later round stops the call, and so does the end of the daemon', async () => {
  const held = createHeldCalls()
  const one = await asked(held)
  const leaving = round(one.state)
  const ended = held.run(leaving, 'ann', () => Promise.reject())
  leaving.leave()
  await ended
  expect(one.seen.isCut).toBe(true)
  const other = await asked(held)
  held.close()
  expect(other.seen.isCut).toBe(true)
})
