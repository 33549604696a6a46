import { type Fields, isFields } from '../content.ts'
import type { Repair } from '../wire.ts'

/**
 * Mends what some models and clients leave broken in OpenAI chat messages, so that a strict provider
 * accepts them: calls and results without an id get one by their order, arguments that are not JSON
 * object are wrapped in one.
 */
export function repairMessages(messages: readonly unknown[]): readonly Repair[] {
  const repairs: Repair[] = []
  /** Ids given to calls, which the results that follow take in order. */
  let given: string[] = []
  for (const [index, message] of messages.entries()) {
    if (!isFields(message)) continue
    if (Array.isArray(message.tool_calls)) {
      const found = message.tool_calls.map((call, at) => repairCall(call, index, at))
      given = found.flatMap(({ id }) => (id === undefined ? [] : [id]))
      repairs.push(...found.flatMap(({ repairs: some }) => some))
    }
    const id =
      message.role === 'tool' && isMissing(message.tool_call_id) ? given.shift() : undefined
    if (id !== undefined)
      repairs.push({
        kind: 'missing-id',
        edit: { path: [index], value: { ...message, tool_call_id: id } },
      })
  }
  return repairs
}

interface RepairedCall {
  readonly id: string | undefined
  readonly repairs: readonly Repair[]
}

function repairCall(call: unknown, index: number, at: number): RepairedCall {
  if (!isFields(call) || !isFields(call.function)) return { id: undefined, repairs: [] }
  const id = isMissing(call.id) ? `call_tamis_${index}_${at}` : undefined
  const broken = isBroken(call.function.arguments)
  if (id === undefined && !broken) return { id, repairs: [] }
  const value: Fields = {
    ...call,
    ...(id === undefined ? {} : { id }),
    ...(broken ? { function: { ...call.function, arguments: wrap(call.function.arguments) } } : {}),
  }
  const edit = { path: [index, 'tool_calls', at], value }
  return { id, repairs: [{ edit, kind: id === undefined ? 'broken-arguments' : 'missing-id' }] }
}

function isMissing(id: unknown): boolean {
  return typeof id !== 'string' || id === ''
}

function isBroken(input: unknown): boolean {
  if (typeof input !== 'string') return true
  try {
    return !isFields(JSON.parse(input))
  } catch (error) {
    if (error instanceof SyntaxError) return true
    throw error
  }
}

function wrap(input: unknown): string {
  if (isFields(input)) return JSON.stringify(input)
  return input === undefined || input === '' ? '{}' : JSON.stringify({ input })
}
