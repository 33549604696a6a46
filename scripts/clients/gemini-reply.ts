import type { Counts, Reply, Turn } from '../../test/e2e/proxy/provider-replies.ts'

/** `POST /v1beta/models/M:streamGenerateContent` */
export function geminiReply(turn: Turn, { input, cached, output }: Counts): Reply {
  const parts =
    'words' in turn
      ? [{ text: turn.words.join('') }]
      : turn.calls.map(({ id, name, input: args }) => ({
          functionCall: { id, name, args },
          thoughtSignature: 'c2lnbmVk',
        }))
  const json = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: input,
      cachedContentTokenCount: cached,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    },
    modelVersion: 'stub',
  }
  return { json, frames: [`data: ${JSON.stringify(json)}\r\n\r\n`] }
}
