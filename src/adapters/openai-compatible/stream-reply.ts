import type { CompletionEnd, CompletionPart } from '../../ports/llm.ts'
import type { ReplyPiece } from './chat-wire.ts'
import { notAReply, streamCut } from './failures.ts'

/**
 * Pieces as the wire gives them to the parts a caller reads: texts, then one end. Pieces that stop
 * before saying why are a cut reply.
 */
export async function* streamReply(
  model: string,
  pieces: AsyncIterable<ReplyPiece>,
  signal?: AbortSignal,
): AsyncGenerator<CompletionPart, void> {
  let end: Partial<CompletionEnd> & { readonly model: string } = { model }
  let hasPiece = false
  try {
    for await (const piece of pieces) {
      hasPiece = true
      end = { ...end, ...piece.end }
      if (piece.text !== '') yield { kind: 'text', text: piece.text }
    }
  } catch (error) {
    // Once the model said it is done the text is whole; only the count of tokens can still be lost.
    if (end.stop === undefined || signal?.aborted) throw error
  }
  if (!hasPiece) throw notAReply()
  const { stop } = end
  if (stop === undefined) throw streamCut()
  yield { kind: 'end', ...end, stop }
}
