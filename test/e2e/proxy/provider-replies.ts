/** What a provider's body asks for; everything else in it does not matter here. */
export interface Asked {
  readonly model?: string
  readonly stream?: boolean
  readonly tools?: readonly unknown[]
  readonly messages?: readonly Readonly<Record<string, unknown>>[]
  readonly input?: unknown
}

/** A reply as JSON, or as the frames of an event stream. */
export interface Reply {
  readonly json: unknown
  readonly frames: readonly string[]
}

/** What the model does in its turn: it says words, or calls tools. */
export type Turn = { readonly words: readonly string[] } | { readonly calls: readonly ToolCall[] }

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** The group of tools it is in, where a client of `/v1/responses` has groups. */
  readonly namespace?: string
  readonly input: Readonly<Record<string, unknown>>
  /** In place of the input, where the tool takes free text. */
  readonly script?: string
}

/** What a reply says it used; cached and written tokens are part of the input. */
export interface Counts {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
}

const usual: Counts = { input: 120, cached: 80, written: 30, output: 9 }

const greeting = { words: ['Hello', ' from', ' the', ' stub', ' – naïve', ' 🙂'] }
const frame = (value: unknown, event?: string): string =>
  `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(value)}\n\n`

/** Two calls at once when tools are offered and nothing was called yet, words otherwise. */
function turnOf({ tools, messages, input }: Asked): Turn {
  const history = JSON.stringify(messages ?? input ?? [])
  const isAnswered = /"tool_result"|"role":"tool"|function_call_output/.test(history)
  return tools && tools.length > 0 && !isAnswered ? { calls } : greeting
}

const calls = [
  { id: 'call_one', name: 'read_file', input: { path: 'a.txt' } },
  { id: 'call_two', name: 'read_file', input: { path: 'b.txt' } },
]

/** Clients take two replies of one id for one. */
function idOf(turn: Turn): string {
  return 'calls' in turn ? (turn.calls[0]?.id ?? '1') : '1'
}

/** `POST /v1/chat/completions` */
export function chatReply(asked: Asked, turn: Turn = turnOf(asked), counts = usual): Reply {
  const words = 'words' in turn ? turn.words : []
  const text = words.join('')
  const toolTurn = 'calls' in turn ? turn.calls : []
  const head = {
    id: `chatcmpl-${idOf(turn)}`,
    created: 1_700_000_000,
    model: asked.model ?? 'stub',
  }
  const usage = {
    prompt_tokens: counts.input,
    completion_tokens: counts.output,
    total_tokens: counts.input + counts.output,
    prompt_tokens_details: { cached_tokens: counts.cached },
  }
  const toolCalls = toolTurn.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const message =
    'words' in turn
      ? { role: 'assistant', content: text, refusal: null }
      : { role: 'assistant', content: null, tool_calls: toolCalls }
  const finish = 'words' in turn ? 'stop' : 'tool_calls'
  const chunk = (delta: unknown, reason: string | null = null, more: object = {}): string =>
    frame({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
      ...more,
    })
  const deltas =
    'words' in turn
      ? words.map((content) => ({ content }))
      : toolCalls.flatMap((call, index) => [
          {
            tool_calls: [{ index, ...call, function: { name: call.function.name, arguments: '' } }],
          },
          ...halves(call.function.arguments).map((part) => ({
            tool_calls: [{ index, function: { arguments: part } }],
          })),
        ])
  return {
    json: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
      usage,
      x_unknown: { kept: true },
    },
    frames: [
      ': ping\n\n',
      chunk({ role: 'assistant', content: '' }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, finish),
      frame({ ...head, object: 'chat.completion.chunk', choices: [], usage }),
      'data: [DONE]\n\n',
    ],
  }
}

/** `POST /v1/responses` */
export function responsesReply(asked: Asked, turn: Turn = turnOf(asked), counts = usual): Reply {
  const words = 'words' in turn ? turn.words : []
  const text = words.join('')
  const toolTurn = 'calls' in turn ? turn.calls : []
  const output =
    'words' in turn
      ? [
          {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]
      : toolTurn.map(({ id, name, namespace, input, script }) => ({
          id: script === undefined ? `fc_${id}` : `ctc_${id}`,
          type: script === undefined ? 'function_call' : 'custom_tool_call',
          status: 'completed',
          call_id: id,
          name,
          ...(namespace === undefined ? {} : { namespace }),
          ...(script === undefined ? { arguments: JSON.stringify(input) } : { input: script }),
        }))
  const response = {
    id: `resp_${idOf(turn)}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    model: asked.model ?? 'stub',
    output,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    temperature: 1,
    top_p: 1,
    usage: {
      input_tokens: counts.input,
      input_tokens_details: { cached_tokens: counts.cached },
      output_tokens: counts.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: counts.input + counts.output,
    },
  }
  const started = { ...response, status: 'in_progress', output: [], usage: null }
  const items = output.flatMap((item, index) => itemEvents(item, index, words))
  const events = [
    { type: 'response.created', response: started },
    ...items,
    { type: 'response.completed', response },
  ]
  return {
    json: response,
    frames: events.map((event, index) => frame({ ...event, sequence_number: index }, event.type)),
  }
}

function itemEvents(
  item: Readonly<Record<string, unknown>>,
  index: number,
  words: readonly string[],
): { readonly type: string }[] {
  const place = { output_index: index, item_id: item.id }
  const added = { type: 'response.output_item.added', output_index: index }
  const done = { type: 'response.output_item.done', output_index: index, item }
  if (item.type === 'custom_tool_call')
    return [{ ...added, ...{ item: { ...item, status: 'in_progress', input: '' } } }, done]
  if (item.type === 'function_call')
    return [
      { ...added, ...{ item: { ...item, status: 'in_progress', arguments: '' } } },
      ...halves(String(item.arguments)).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        ...place,
        delta,
      })),
      {
        type: 'response.function_call_arguments.done',
        ...place,
        ...{ arguments: item.arguments, name: item.name },
      },
      done,
    ]
  const part = { type: 'output_text', text: '', annotations: [] }
  const inPart = { ...place, content_index: 0 }
  return [
    { ...added, ...{ item: { ...item, status: 'in_progress', content: [] } } },
    { type: 'response.content_part.added', ...inPart, ...{ part } },
    ...words.map((delta) => ({
      type: 'response.output_text.delta',
      ...inPart,
      delta,
      logprobs: [],
    })),
    { type: 'response.output_text.done', ...inPart, ...{ text: words.join(''), logprobs: [] } },
    {
      type: 'response.content_part.done',
      ...inPart,
      ...{ part: { ...part, text: words.join('') } },
    },
    done,
  ]
}

/** `POST /v1/messages` */
export function messagesReply(asked: Asked, turn: Turn = turnOf(asked), counts = usual): Reply {
  const words = 'words' in turn ? turn.words : []
  const text = words.join('')
  const toolTurn = 'calls' in turn ? turn.calls : []
  const blocks =
    'words' in turn
      ? [{ type: 'text', text }]
      : toolTurn.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }))
  const usage = {
    input_tokens: counts.input - counts.cached - counts.written,
    cache_creation_input_tokens: counts.written,
    cache_read_input_tokens: counts.cached,
    output_tokens: counts.output,
  }
  const message = {
    id: `msg_${idOf(turn)}`,
    type: 'message',
    role: 'assistant',
    model: asked.model ?? 'stub',
    content: blocks,
    stop_reason: 'words' in turn ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage,
  }
  const events = [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        usage: { ...usage, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    ...blocks.flatMap((block, index) => blockEvents(block, index, words)),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: counts.output },
    },
    { type: 'message_stop' },
  ]
  return { json: message, frames: events.map((event) => frame(event, event.type)) }
}

function blockEvents(
  block: Readonly<Record<string, unknown>>,
  index: number,
  words: readonly string[],
): { readonly type: string }[] {
  const isText = block.type === 'text'
  const empty = isText ? { ...block, text: '' } : { ...block, input: {} }
  const deltas = isText
    ? words.map((word) => ({ type: 'text_delta', text: word }))
    : halves(JSON.stringify(block.input)).map((part) => ({
        type: 'input_json_delta',
        partial_json: part,
      }))
  return [
    { type: 'content_block_start', ...{ index, content_block: empty } },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', ...{ index } },
  ]
}

function halves(json: string): readonly string[] {
  const middle = Math.floor(json.length / 2)
  return [json.slice(0, middle), json.slice(middle)]
}
