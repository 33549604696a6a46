import { answerParts } from './answer.ts'
import { callNames } from './call-names.ts'
import { type Fields, isFields, textOf, valueChars } from './content.ts'
import type { Entry, ResultEntry, StandIn, TextEntry } from './conversation.ts'
import { readPreamble } from './preamble.ts'
import { fieldsOf, type UsageReader } from './usage.ts'
import type { WireFormat } from './wire.ts'
import { callWords, type ReadMessage, type ReadPart, resultWords } from './words.ts'

/** `messages` of Ollama's `POST /api/chat`: like chat, with arguments as objects and calls without ids. */
export const ollama: WireFormat<'ollama'> = {
  name: 'ollama',
  isUnpriced: true,
  routes: [{ base: '', path: '/api/chat', upstream: 'ollama' }],
  key: { name: 'authorization', prefix: 'Bearer ', variable: 'OLLAMA_API_KEY' },
  headers: {},
  field: 'messages',
  read: readMessages,
  recognises: (messages) => messages.some(isOllamas),
  isModelTurn: ({ role }) => role === 'assistant',
  isReplyOfItems: false,
  words: messageWords,
  preamble: ({ tools }) => readPreamble('', tools, 'function'),
  answer: readAnswer,
  usage: usageInLines,
}

/** One message, whole or a piece a line; calls come whole. */
function readAnswer(objects: readonly Fields[]): readonly ReadPart[] {
  const said = answerParts()
  let count = 0
  for (const { message } of objects) {
    const { thinking, content } = fieldsOf(message)
    said.text('thinking', thinking)
    said.text('text', content)
    for (const call of callsOf(fieldsOf(message))) {
      const { name, arguments: input } = fieldsOf(call.function)
      said.call(`call ${count++}`, { name, id: call.id, input })
    }
  }
  return said.parts()
}

const roles: Readonly<Record<string, TextEntry['role']>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
}

function readMessages(messages: readonly unknown[]): readonly Entry[] {
  const names = callNames()
  return messages.flatMap((message, index): readonly Entry[] => {
    if (!isFields(message)) return [said('other', {})]
    const tool = textOf(message.tool_name ?? message.name)
    if (message.role === 'tool' && typeof message.content === 'string')
      return [readResult(message.content, tool, names.answered(tool, message.tool_call_id), index)]
    const role = roles[textOf(message.role)] ?? 'other'
    const calls = callsOf(message).map((call, at): Entry => {
      const { name, arguments: input } = fieldsOf(call.function)
      return {
        kind: 'call',
        callId: names.asked(textOf(name), call.id),
        tool: textOf(name),
        input,
        inputPath: [index, 'tool_calls', at, 'function', 'arguments'],
        group: index,
        chars: textOf(name).length + valueChars(input),
      }
    })
    return [said(role, message), ...calls]
  })
}

function readResult(content: string, tool: string, callId: string, index: number): ResultEntry {
  return {
    kind: 'result',
    callId,
    tool: tool === '' ? undefined : tool,
    content,
    contentPath: [index, 'content'],
    standIn: asText,
    chars: content.length,
    isFlaggedError: false,
  }
}

const asText: StandIn = (_, text) => text

/** A usual image, as elsewhere. */
const imageChars = 6000

function said(role: TextEntry['role'], { content, thinking, images }: Fields): TextEntry {
  const text = textOf(content)
  const pictures = Array.isArray(images) ? images.length * imageChars : 0
  const chars = text.length + textOf(thinking).length + pictures
  return { kind: 'text', role, text: role === 'user' ? text : '', chars }
}

function callsOf({ role, tool_calls: calls }: Fields): readonly Fields[] {
  if (role !== 'assistant' || !Array.isArray(calls)) return []
  return calls.map((call) => (isFields(call) ? call : {}))
}

/** Chat messages of OpenAI have arguments as text, and ids. */
function isOllamas(message: Fields): boolean {
  if (message.role === 'tool') return message.tool_name !== undefined
  return callsOf(message).some(({ function: asked }) => isFields(fieldsOf(asked).arguments))
}

function messageWords(message: Fields): ReadMessage {
  const role = textOf(message.role) || 'other'
  const name = message.tool_name ?? message.name
  if (role === 'tool') return { role, parts: [resultWords(name, message.content)] }
  const texts = [textOf(message.thinking), textOf(message.content)].filter((text) => text !== '')
  const calls = callsOf(message).map(({ function: asked }) => {
    const { name: tool, arguments: input } = fieldsOf(asked)
    return callWords(tool, tool, input)
  })
  return { role, parts: [...texts.map((text) => ({ kind: 'text' as const, text })), ...calls] }
}

const counted = /"(prompt_eval_count|eval_count)"\s{0,8}:\s{0,8}(\d{1,12})/g
/** Longer than any count with its name. */
const tailChars = 64
/** Small pieces are put together first. */
const readFromChars = 4096

/** The last line of an answer tells its counts as fields of its own. */
function usageInLines(): UsageReader {
  const counts = new Map<string, number>()
  let pending = ''
  function read(): void {
    for (const [, name = '', count] of pending.matchAll(counted)) counts.set(name, Number(count))
    pending = pending.slice(-tailChars)
  }
  return {
    push(text) {
      pending += text
      if (pending.length >= readFromChars) read()
    },
    usage() {
      read()
      if (counts.size === 0) return undefined
      return {
        inputTokens: counts.get('prompt_eval_count') ?? 0,
        outputTokens: counts.get('eval_count') ?? 0,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
      }
    },
  }
}
