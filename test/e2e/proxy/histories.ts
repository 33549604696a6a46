type Message = Readonly<Record<string, unknown>>

const filler = (turn: number, chars: number): string =>
  `line ${turn} of a file that was read\n`.repeat(Math.ceil(chars / 32)).slice(0, chars)

/** A long coding session as OpenAI chat messages; every result is `chars` long. */
export function chatHistory(turns: number, chars = 2000, calls = 'call'): Message[] {
  const messages: Message[] = [
    { role: 'system', content: 'You are a careful engineer.' },
    { role: 'user', content: 'Find out why the build fails.' },
  ]
  for (let turn = 0; turn < turns; turn++) {
    const id = `${calls}_${turn}`
    const input = JSON.stringify({ path: `src/file-${turn}.ts` })
    messages.push(
      {
        role: 'assistant',
        content: `Reading ${turn}`,
        tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: input } }],
      },
      { role: 'tool', tool_call_id: id, content: filler(turn, chars) },
    )
  }
  return messages
}

/** The same as Anthropic messages, with the cache mark on the last block. */
export function anthropicHistory(turns: number, chars = 2000): Message[] {
  const messages: Message[] = [{ role: 'user', content: 'Find out why the build fails.' }]
  for (let turn = 0; turn < turns; turn++) {
    const id = `toolu_${turn}`
    const isLast = turn === turns - 1
    messages.push(
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Reading ${turn}` },
          { type: 'tool_use', id, name: 'Read', input: { file_path: `src/file-${turn}.ts` } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: id,
            content: [{ type: 'text', text: filler(turn, chars) }],
            ...(isLast ? { cache_control: { type: 'ephemeral' } } : {}),
          },
        ],
      },
    )
  }
  return messages
}

/** The same as items of the Responses API. */
export function responsesHistory(turns: number, chars = 2000): Message[] {
  const items: Message[] = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Why does it fail?' }] },
  ]
  for (let turn = 0; turn < turns; turn++) {
    const id = `call_${turn}`
    items.push(
      { type: 'reasoning', id: `rs_${turn}`, summary: [], encrypted_content: 'opaque' },
      {
        type: 'function_call',
        call_id: id,
        name: 'shell',
        arguments: `{"command":["cat","${turn}"]}`,
      },
      { type: 'function_call_output', call_id: id, output: filler(turn, chars) },
    )
  }
  return items
}
