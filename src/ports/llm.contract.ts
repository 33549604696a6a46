import { describe, expect, test } from 'vitest'
import type { CompletionPart, CompletionRequest, Llm, LlmFailure } from './llm.ts'

/** What the server behind a model does with the next question. `after` is text it streams first. */
export type LlmScene =
  | { readonly kind: 'says'; readonly pieces: readonly string[]; readonly bytesPerChunk?: number }
  | { readonly kind: 'is-cut-short'; readonly after: string }
  | { readonly kind: 'breaks'; readonly after: string }
  | { readonly kind: 'ends-early'; readonly after: string }
  | { readonly kind: 'reports-failure'; readonly after: string }
  | { readonly kind: 'hangs'; readonly after: string }
  | { readonly kind: 'answers'; readonly status: number; readonly body: string }
  | { readonly kind: 'is-absent' }

/** A model whose server plays one scene, and what that server saw. */
export interface LlmStage {
  readonly llm: Llm
  /** Bodies of the requests, parsed. */
  readonly asked: readonly unknown[]
  /** Resolves when the server sees the caller leave. */
  readonly left: Promise<void>
}

const question: CompletionRequest = {
  system: 'Answer in one word.',
  messages: [{ role: 'user', text: 'Which colour is the sky?' }],
  maxTokens: 100,
  temperature: 0,
}

/** Long enough for a busy machine. */
const patient = 10_000

const failures: readonly { scene: LlmScene; code: LlmFailure }[] = [
  { scene: { kind: 'is-absent' }, code: 'model_unreachable' },
  { scene: { kind: 'answers', status: 404, body: '{"error":"no"}' }, code: 'model_not_pulled' },
  { scene: { kind: 'answers', status: 401, body: '{}' }, code: 'model_refused' },
  { scene: { kind: 'answers', status: 429, body: 'slow down' }, code: 'model_refused' },
  { scene: { kind: 'answers', status: 500, body: '<html>' }, code: 'model_refused' },
  { scene: { kind: 'answers', status: 307, body: '' }, code: 'model_refused' },
  { scene: { kind: 'answers', status: 200, body: '<html></html>' }, code: 'model_reply_invalid' },
  { scene: { kind: 'answers', status: 200, body: '' }, code: 'model_reply_invalid' },
  { scene: { kind: 'answers', status: 200, body: 'data: {"a\n\n' }, code: 'model_reply_invalid' },
  { scene: { kind: 'hangs', after: '' }, code: 'timeout' },
  { scene: { kind: 'hangs', after: 'Bl' }, code: 'timeout' },
  { scene: { kind: 'breaks', after: 'Bl' }, code: 'llm_stream_aborted' },
  { scene: { kind: 'ends-early', after: 'Bl' }, code: 'llm_stream_aborted' },
  { scene: { kind: 'reports-failure', after: 'Bl' }, code: 'llm_stream_aborted' },
]

/** What every chat model must do, whatever wire it speaks. */
export function llmContract(
  name: string,
  stage: (scene: LlmScene, timeoutMs: number) => Promise<LlmStage>,
): void {
  describe(`${name} as a chat model`, () => {
    test.each([1, 2, 3, 7, 100_000])('joins a reply cut every %i bytes', async (bytesPerChunk) => {
      const pieces = ['Bleu', ' — ', '蒼', '😀', '\r\n\r\ndata: not an event\n', '\u2028']
      const { llm } = await stage({ kind: 'says', pieces, bytesPerChunk }, patient)
      const { text, parts } = await read(llm)
      expect(text).toBe(pieces.join(''))
      expect(parts.filter(({ kind }) => kind === 'end')).toHaveLength(1)
      expect(parts.at(-1)).toEqual({
        kind: 'end',
        model: expect.any(String),
        stop: 'stop',
        usage: { inputTokens: 11, outputTokens: 7 },
      })
    })

    test('reads a piece of a million characters', async () => {
      const piece = 'x'.repeat(1_000_000)
      const { llm } = await stage({ kind: 'says', pieces: [piece], bytesPerChunk: 1000 }, patient)
      expect((await read(llm)).text).toBe(piece)
    })

    test('says when the limit of tokens cut the reply', async () => {
      const { llm } = await stage({ kind: 'is-cut-short', after: 'Bl' }, patient)
      expect((await read(llm)).parts.at(-1)).toMatchObject({ kind: 'end', stop: 'length' })
    })

    test('asks once, with the system text first and the texts unchanged', async () => {
      const { llm, asked } = await stage({ kind: 'says', pieces: ['Blue'] }, patient)
      await read(llm)
      expect(asked).toHaveLength(1)
      expect(asked[0]).toMatchObject({
        model: llm.model,
        messages: [
          { role: 'system', content: 'Answer in one word.' },
          { role: 'user', content: 'Which colour is the sky?' },
        ],
      })
    })

    test.each(failures)('ends in $code when its server $scene.kind', async ({ scene, code }) => {
      const { llm, asked } = await stage(scene, code === 'timeout' ? 300 : patient)
      const error = await read(llm).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ name: 'EngineError', code, hint: expect.stringMatching(/\S/) })
      expect(asked.length).toBeLessThanOrEqual(1)
    })

    test('gives the text that came before a break', async () => {
      const { llm } = await stage({ kind: 'breaks', after: 'Bl' }, patient)
      const parts: CompletionPart[] = []
      const reading = (async () => {
        for await (const part of llm.complete(question)) parts.push(part)
      })()
      await expect(reading).rejects.toMatchObject({ code: 'llm_stream_aborted' })
      expect(parts).toEqual([{ kind: 'text', text: 'Bl' }])
    })

    test('does not ask under an aborted signal', async () => {
      const { llm, asked } = await stage({ kind: 'says', pieces: ['Blue'] }, patient)
      const reason = new Error('enough')
      await expect(read(llm, AbortSignal.abort(reason))).rejects.toBe(reason)
      expect(asked).toEqual([])
    })

    test.each(['', 'Bl'])('leaves the server when the caller aborts after %j', async (after) => {
      const { llm, left, asked } = await stage({ kind: 'hangs', after }, patient)
      const controller = new AbortController()
      const reason = new Error('enough')
      const reading = read(llm, controller.signal, () => controller.abort(reason))
      if (after === '')
        void expect
          .poll(() => asked.length)
          .toBe(1)
          .then(() => controller.abort(reason))
      await expect(reading).rejects.toBe(reason)
      await left
    })

    test('leaves the server when the reader stops early', async () => {
      const { llm, left } = await stage({ kind: 'hangs', after: 'Bl' }, patient)
      for await (const part of llm.complete(question)) if (part.kind === 'text') break
      await left
    })
  })
}

async function read(
  llm: Llm,
  signal?: AbortSignal,
  onText: (text: string) => void = () => {},
): Promise<{ readonly text: string; readonly parts: readonly CompletionPart[] }> {
  const parts: CompletionPart[] = []
  for await (const part of llm.complete(question, signal)) {
    parts.push(part)
    if (part.kind === 'text') onText(part.text)
  }
  return { text: parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''), parts }
}
