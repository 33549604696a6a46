type Fields = Record<string, unknown>

/** A tool call and what the tool will answer. */
export interface Step {
  readonly name: string
  readonly input: Fields
  readonly result: string | readonly Fields[]
}

export interface Conversation {
  messages: Fields[]
  /** Calls made so far, for ids. */
  calls: number
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly stream?: boolean
  readonly model?: string
  readonly path?: string
}

let conversations = 0

export function newConversation(words = 'Why does the build fail?'): Conversation {
  return { messages: [{ role: 'user', content: words }], calls: ++conversations * 1000 }
}

/** The same conversation, to go on from here by another way. */
export function forkOf({ messages, calls }: Conversation): Conversation {
  return { messages: structuredClone(messages), calls: calls + 500 }
}

/** One turn of an agent: asks the model, which makes the step's call, and answers it. Gives the status. */
export async function takeStep(
  url: string,
  conversation: Conversation,
  step: Step | undefined,
  {
    headers = {},
    stream = false,
    model = 'claude-opus-5-5',
    path = '/v1/messages',
  }: AskOptions = {},
): Promise<number> {
  const id = `toolu_${++conversation.calls}`
  const call = step && { id, name: step.name, input: step.input }
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      ...headers,
    },
    body: JSON.stringify({
      model,
      max_tokens: 100,
      system: 'You are an agent.',
      tools: [{ name: 'bash', input_schema: { type: 'object' } }],
      messages: markedLast(conversation.messages),
      ...(stream ? { stream: true } : {}),
      // What the provider's model calls next: it has no mind of its own.
      ...(call ? { metadata: { next_call: call } } : {}),
    }),
  })
  const text = await response.text()
  if (response.status !== 200 || path.includes('count_tokens')) return response.status
  const content = stream ? blocksOf(text) : (JSON.parse(text).content as Fields[])
  conversation.messages.push({ role: 'assistant', content })
  if (step)
    conversation.messages.push({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: step.result }],
    })
  return response.status
}

/** Clients move the mark of the cache to the last block with every request. */
function markedLast(messages: readonly Fields[]): readonly Fields[] {
  const last = messages.at(-1)
  if (!last || !Array.isArray(last.content)) return messages
  const blocks = last.content.map((block: Fields, at: number, all: readonly Fields[]) =>
    at === all.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block,
  )
  return [...messages.slice(0, -1), { ...last, content: blocks }]
}

function blocksOf(stream: string): Fields[] {
  return [...stream.matchAll(/^data: (.*)$/gm)]
    .map(([, data = '']) => JSON.parse(data) as Fields)
    .flatMap(({ content_block }) => (content_block ? [content_block as Fields] : []))
}

const source = (name: string, lines: number): string =>
  Array.from(
    { length: lines },
    (_, at) => `export const ${name}${at} = ${at} // a line of ${name}`,
  ).join('\n')

/** A session with first reads, re-reads of what changed and of what did not, searches and test runs. */
export function codingSteps(count: number): readonly Step[] {
  const files = ['app', 'store', 'wire', 'mask']
  const tests = Array.from({ length: 300 }, (_, at) => `✓ test ${at} passes (3 ms)`)
  return Array.from({ length: count }, (_, at): Step => {
    const name = files[at % files.length] ?? 'app'
    if (at % 3 === 0)
      return { name: 'Read', input: { file_path: `/repo/${name}.ts` }, result: source(name, 120) }
    if (at % 3 === 1) {
      const edited = source(name, 120).replace(`${name}60 = 60`, `${name}60 = ${at}`)
      return {
        name: 'bash',
        input: { command: `cat ${name}.ts` },
        result: [{ type: 'text', text: edited }],
      }
    }
    const output = tests.with(at, `✗ test ${at} fails: expected 1, got ${at}`).join('\n')
    return { name: 'bash', input: { command: `npm test -- --run ${at}` }, result: output }
  })
}
