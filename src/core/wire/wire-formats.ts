import { anthropicMessages } from './anthropic-messages.ts'
import { type Fields, isFields } from './content.ts'
import { gemini } from './gemini.ts'
import { ollama } from './ollama.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { WireFormat } from './wire.ts'

/** Every wire format. Plain talk is read as the last of them. */
const formats = [openaiResponses, anthropicMessages, gemini, ollama, openaiChat] as const

export type FormatName = (typeof formats)[number]['name']

export const wireFormats: readonly WireFormat<FormatName>[] = formats

const byName = new Map<string, WireFormat<FormatName>>(formats.map((one) => [one.name, one]))

export function wireFormat(name: FormatName): WireFormat<FormatName> {
  const format = byName.get(name)
  if (!format) throw new Error(`no wire format is called ${name}`)
  return format
}

/** Which wire format a list of messages or items is in. */
export function detectFormat(list: readonly unknown[]): WireFormat<FormatName> | undefined {
  const items: readonly Fields[] = list.filter(isFields)
  if (items.length < list.length) return undefined
  return wireFormats.find((format) => format.recognises(items))
}
