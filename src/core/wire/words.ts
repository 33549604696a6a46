import { contentText, type Fields, isFields, textOf } from './content.ts'

/** One message as people read it, whatever the wire format. */
export interface ReadMessage {
  readonly role: string
  readonly parts: readonly ReadPart[]
}

export type ReadPart =
  | { readonly kind: 'text'; readonly text: string }
  /** What the model asked of a tool. */
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly callId: string
      readonly text: string
    }
  | { readonly kind: 'result'; readonly callId: string; readonly text: string }
  /** An image, a file or anything we only forward. */
  | { readonly kind: 'other'; readonly text: string }

/** The parts of a content; what is not known is named by its type. */
export function contentWords(
  content: unknown,
  wordsOf: (block: Fields) => ReadPart = blockWords,
): readonly ReadPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields).map(wordsOf) : []
}

/** A part that only says something. */
export function blockWords(block: Fields): ReadPart {
  const text = block.text ?? block.thinking ?? block.refusal
  if (typeof text === 'string') return { kind: 'text', text }
  return { kind: 'other', text: textOf(block.type) || 'part' }
}

export function callWords(tool: unknown, callId: unknown, input: unknown): ReadPart {
  return { kind: 'call', tool: textOf(tool), callId: textOf(callId), text: toText(input) }
}

export function resultWords(callId: unknown, content: unknown): ReadPart {
  return { kind: 'result', callId: textOf(callId), text: contentText(content) || toText(content) }
}

/** A short object reads best on one line. */
const longestFlat = 100

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  const flat = JSON.stringify(value)
  return flat.length <= longestFlat ? flat : JSON.stringify(value, null, 2)
}
