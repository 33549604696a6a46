/** A chat request of about this many bytes, as an agent sends it: short, or a long history of tools. */
export function chatBody(bytes: number, isStream = false): Buffer {
  const head = { stream: isStream, model: 'gpt-5' }
  if (bytes <= 2000) {
    const content = 'word '.repeat(bytes / 6)
    return Buffer.from(JSON.stringify({ ...head, messages: [{ role: 'user', content }] }))
  }
  const turns = bytes >= 1_000_000 ? 1000 : 100
  const messages = chatMessages(turns, Math.floor(bytes / turns) - 230)
  return Buffer.from(JSON.stringify({ ...head, messages }))
}

/**
 * Bodies of one conversation of about 100 kB that goes on: each has a turn more than the one before,
 * whose result the agent has just seen, so that its lines are left out and kept.
 */
export function growingBodies(name: string, steps: number): readonly Buffer[] {
  const turns = 100
  const before = chatMessages(turns, 770)
  const seen = Object(before.at(-1)).content
  const added = chatMessages(turns + steps, 770)
    .slice(before.length)
    .map((message) => ('tool_call_id' in message ? { ...message, content: seen } : message))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const messages = [{ role: 'system', content: name }, ...before, ...added.slice(0, 2 * step)]
    return Buffer.from(JSON.stringify({ stream: false, model: 'gpt-5', messages }))
  })
}

/** A question and turns of a call and its result, each of so many characters. */
export function chatMessages(turns: number, chars: number): readonly object[] {
  const messages: object[] = [{ role: 'user', content: 'Why does the build fail?' }]
  for (let turn = 0; turn < turns; turn++) {
    const id = `call_${String(turn).padStart(24, '0')}`
    const input = JSON.stringify({ path: `src/file-${turn}.ts` })
    messages.push(
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: input } }],
      },
      {
        role: 'tool',
        tool_call_id: id,
        content: `${turn}: export function value(input) {\n\treturn "text of ${turn}"\n}\n`
          .repeat(40)
          .slice(0, chars),
      },
    )
  }
  return messages
}
