import { answerParts } from './answer.ts'
import { callNames } from './call-names.ts'
import { type Fields, isFields, textOf, valueChars } from './content.ts'
import type { CallEntry, Entry, ResultEntry, StandIn, TextEntry } from './conversation.ts'
import { readPreamble } from './preamble.ts'
import { countOf, fieldsOf, type Usage, usageInObjects } from './usage.ts'
import type { WireFormat } from './wire.ts'
import { callWords, type ReadPart, resultWords } from './words.ts'

const onVertex = '/projects/{project}/locations/{location}/publishers/google/models/{model}'

/** `contents` of Gemini's `generateContent`: calls and results are parts, and results are objects. */
export const gemini: WireFormat<'gemini'> = {
  name: 'gemini',
  routes: ['generateContent', 'streamGenerateContent', 'countTokens'].flatMap((verb) => [
    { base: '/v1beta', path: `/models/{model}:${verb}`, upstream: 'gemini' },
    { base: '/v1', path: `/models/{model}:${verb}`, upstream: 'gemini' },
    { base: '/v1', path: `${onVertex}:${verb}`, upstream: 'vertex' },
  ]),
  key: { name: 'x-goog-api-key', prefix: '', variable: 'GEMINI_API_KEY' },
  headers: {},
  field: 'contents',
  read: readContents,
  recognises: (contents) => contents.some(({ parts }) => Array.isArray(parts)),
  isModelTurn: ({ role }) => role === 'model',
  isReplyOfItems: false,
  words: (content) => ({
    role: textOf(content.role) || 'user',
    parts: partsOf(content).map(partWords),
  }),
  preamble: ({ systemInstruction, system_instruction, tools }) =>
    readPreamble(fieldsOf(systemInstruction ?? system_instruction).parts, declarationsOf(tools)),
  answer: readAnswer,
  usage: () => usageInObjects('usageMetadata', toUsage),
}

/** Functions are declared in groups. */
function declarationsOf(tools: unknown): readonly unknown[] {
  if (!Array.isArray(tools)) return []
  return tools.filter(isFields).flatMap(({ functionDeclarations: functions, ...tool }) => {
    if (Array.isArray(functions)) return functions
    return [{ name: Object.keys(tool)[0], ...tool }]
  })
}

/** The first candidate alone, whole or in pieces: texts of one kind between two calls are one. */
function readAnswer(objects: readonly Fields[]): readonly ReadPart[] {
  const said = answerParts()
  let calls = 0
  for (const part of objects.flatMap(firstCandidate)) {
    const { functionCall: call, text, thought } = part
    if (isFields(call)) said.call(`call ${++calls}`, { ...call, input: call.args })
    else said.text(`${thought === true ? 'thought' : 'text'} after ${calls}`, text)
  }
  return said.parts()
}

function firstCandidate({ candidates }: Fields): readonly Fields[] {
  const [first] = Array.isArray(candidates) ? candidates.filter(isFields) : []
  return partsOf(fieldsOf(first?.content))
}

/** Cached tokens are counted inside the prompt, thoughts beside the answer. */
function toUsage(counts: Fields): Usage {
  return {
    inputTokens: countOf(counts.promptTokenCount) + countOf(counts.toolUsePromptTokenCount),
    outputTokens: countOf(counts.candidatesTokenCount) + countOf(counts.thoughtsTokenCount),
    cacheReadTokens: countOf(counts.cachedContentTokenCount),
    cacheWriteTokens: 0,
  }
}

function readContents(contents: readonly unknown[]): readonly Entry[] {
  const names = callNames()
  return contents.flatMap((content, index) => {
    if (!isFields(content)) return [said('other', '')]
    const role = roleOf(content.role)
    const parts = partsOf(content)
    // One signature stands for all calls of a reply.
    const isSigned = parts.some(({ thoughtSignature }) => thoughtSignature !== undefined)
    return parts.map((part, at): Entry => {
      const { functionCall: call, functionResponse: response } = part
      if (isFields(call) && role === 'assistant') {
        const callId = names.asked(textOf(call.name), call.id)
        return { ...readCall(call, index, at), callId, isFixed: isSigned }
      }
      if (isFields(response) && isFields(response.response)) {
        const callId = names.answered(textOf(response.name), response.id)
        return readResult(response, response.response, callId, [index, at])
      }
      return readPart(part, role)
    })
  })
}

function readCall(call: Fields, index: number, at: number): Omit<CallEntry, 'callId'> {
  return {
    kind: 'call',
    tool: textOf(call.name),
    input: call.args,
    inputPath: [index, 'parts', at, 'functionCall', 'args'],
    group: index,
    chars: textOf(call.name).length + valueChars(call.args),
  }
}

/** An object that only carries a text is read as that text; any other as its JSON. */
function readResult(
  { name, parts }: Fields,
  response: Fields,
  callId: string,
  [index, at]: readonly [number, number],
): ResultEntry {
  const path = [index, 'parts', at, 'functionResponse', 'response']
  const [only, ...others] = Object.entries(response).filter(([key]) => carriers.has(key))
  const isText = only !== undefined && others.length === 0 && typeof only[1] === 'string'
  const content = isText ? textOf(only[1]) : JSON.stringify(response)
  return {
    kind: 'result',
    callId,
    tool: typeof name === 'string' ? name : undefined,
    content,
    contentPath: isText ? [...path, only[0]] : path,
    standIn: isText ? asText : asObject,
    chars: content.length,
    isFlaggedError: response.error !== undefined,
    // Images and the like stand beside the object.
    isFixed: Array.isArray(parts) && parts.length > 0,
  }
}

/** What clients call the text of a result. */
const carriers: ReadonlySet<string> = new Set(['output', 'result', 'content', 'error'])

const asText: StandIn = (_, text) => text
const asObject: StandIn = (_, text) => ({ output: text })

/** A usual image, as elsewhere. */
const mediaChars = 6000

function readPart(part: Fields, role: TextEntry['role']): TextEntry {
  if (part.thought === true)
    return { kind: 'text', role, text: '', chars: textOf(part.text).length }
  if (typeof part.text === 'string') return said(role, part.text)
  const isMedia = part.inlineData !== undefined || part.fileData !== undefined
  return { kind: 'text', role, text: '', chars: isMedia ? mediaChars : valueChars(part) }
}

function said(role: TextEntry['role'], text: string): TextEntry {
  return { kind: 'text', role, text: role === 'user' ? text : '', chars: text.length }
}

function roleOf(role: unknown): TextEntry['role'] {
  if (role === 'model') return 'assistant'
  return role === undefined || role === 'user' ? 'user' : 'other'
}

function partsOf({ parts }: Fields): readonly Fields[] {
  return Array.isArray(parts) ? parts.map((part) => (isFields(part) ? part : {})) : []
}

function partWords(part: Fields): ReadPart {
  const { functionCall: call, functionResponse: result } = part
  if (isFields(call)) return callWords(call.name, call.id ?? call.name, call.args)
  if (isFields(result)) {
    const said = isFields(result.response) ? result.response : {}
    return resultWords(result.id ?? result.name, said.output ?? said)
  }
  if (typeof part.text === 'string') return { kind: 'text', text: part.text }
  return { kind: 'other', text: Object.keys(part)[0] ?? 'part' }
}
