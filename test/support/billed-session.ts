/** Of the session that the money of a ledger is checked against by hand. */
export const model = 'claude-sonnet-4-5'
/** Dollars per million: what is read, what is written, what is answered. */
const prices = { read: 0.3, write: 3.75, output: 15 }
/** The system prompt and the tools. */
const headTokens = 3000
const outputTokens = 100

/** Four characters a token, of all that a model reads. */
function tokensOf(value: unknown): number {
  if (typeof value === 'string') return value.length / 4
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [name, field]) => sum + (name === 'id' ? 0 : tokensOf(field)),
    0,
  )
}

/** A provider with a cache that holds: it reads what was sent before, up to the first difference. */
export function cachingProvider() {
  let before: readonly string[] = []
  let dollars = 0
  return {
    answer(messages: readonly unknown[]) {
      const texts = messages.map((message) => JSON.stringify(message))
      const end = texts.findIndex((text, at) => text !== before[at])
      const same = end === -1 ? texts.length : end
      const all = headTokens + messages.reduce<number>((sum, one) => sum + tokensOf(one), 0)
      const known = messages.slice(0, same).reduce<number>((sum, one) => sum + tokensOf(one), 0)
      const read = before.length === 0 ? 0 : headTokens + known
      before = texts
      dollars +=
        (read * prices.read + (all - read) * prices.write + outputTokens * prices.output) / 1e6
      return {
        inputTokens: all,
        outputTokens,
        cacheReadTokens: read,
        cacheWriteTokens: all - read,
      }
    },
    dollars: () => dollars,
  }
}

export const lastTurn = 26

/** One more tool turn each time. */
export function messagesUpTo(turns: number): readonly unknown[] {
  const messages: unknown[] = [{ role: 'user', content: 'Find out why the build fails.' }]
  for (let turn = 1; turn <= turns; turn++)
    messages.push(
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: `call_${turn}`,
            type: 'function',
            function: { name: 'bash', arguments: `{"command":"make step-${turn}"}` },
          },
        ],
      },
      {
        role: 'tool',
        tool_call_id: `call_${turn}`,
        content: `step ${turn} said\n`.repeat(100 + turn),
      },
    )
  return messages
}
