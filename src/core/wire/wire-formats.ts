import { anthropicMessages } from './anthropic-messages.ts'
import type { WireFormat } from './conversation.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

export type FormatName = WireFormat['name']

/** The wire formats by name. */
export const wireFormats: Readonly<Record<FormatName, WireFormat>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
}
