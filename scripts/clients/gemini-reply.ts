import type { Turn } from '../../test/e2e/proxy/provider-replies.ts'

/** `POST /v1beta/models/M:streamGenerateContent` */
export function geminiReply(turn: Turn): {
  readonly json: unknown
  readonly frames: readonly string[]
} {
  const parts =
    'words' in turn
      ? [{ text: turn.words.join('') }]
      : turn.calls.map(({ name, input }) => ({ functionCall: { name, args: input } }))
  const json = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 120, candidatesTokenCount: 9, totalTokenCount: 129 },
    modelVersion: 'stub',
  }
  return { json, frames: [`data: ${JSON.stringify(json)}\r\n\r\n`] }
}
