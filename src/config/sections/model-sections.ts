import { z } from 'zod'

/** The address of a server; keys belong in the environment, so it holds no name and no password. */
export const serverUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), {
    message: 'holds a name or password, which belong in the environment',
  })
  .optional()

const knownServerUrl = serverUrl.describe(
  'Address of the server, for `openai` up to and with `/v1`. For `ollama` http://127.0.0.1:11434 if empty.',
)

const serverKey = z
  .string()
  .min(1)
  .optional()
  .describe('Key of the server. From the environment only.')
  .meta({ isSecret: true })

const replyTimeoutMs = z
  .number()
  .int()
  .min(1)
  .default(30_000)
  .describe('How long the server may take.')

/** Who turns texts into vectors. */
export const embedderSection = z.strictObject({
  kind: z
    .enum(['static', 'onnx', 'ollama', 'openai', 'none'])
    .default('static')
    .describe(
      'What turns texts into vectors: `static` and `onnx` run here, `ollama` and `openai` ask a server, `none` leaves search to words.',
    ),
  model: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the model; for `onnx` one that `tamis models list` shows.'),
  baseUrl: knownServerUrl,
  dimensions: z
    .number()
    .int()
    .min(1)
    .max(16_384)
    .optional()
    .describe('Length of the vectors, where it is not known from the name of the model.'),
  apiKey: serverKey,
  timeoutMs: replyTimeoutMs,
})

/** Who judges whether an answer follows from what it cites. */
export const nliSection = z.strictObject({
  kind: z
    .enum(['none', 'tei'])
    .default('none')
    .describe(
      'What judges entailment under `rag.verification = "entailment"`: `tei` asks a classifier of natural language inference on a text-embeddings-inference server, `none` leaves it to `[llm]`.',
    ),
  baseUrl: serverUrl.describe('Address of the server, up to but without `/predict`.'),
  apiKey: serverKey,
  timeoutMs: replyTimeoutMs,
})

/** Who writes answers. */
export const llmSection = z.strictObject({
  kind: z
    .enum(['none', 'ollama', 'openai'])
    .default('none')
    .describe('What writes answers: a server of Ollama, any OpenAI-compatible one, or nobody.'),
  model: z.string().min(1).optional().describe('Name of the model.'),
  baseUrl: knownServerUrl,
  apiKey: serverKey,
  timeoutMs: z
    .number()
    .int()
    .min(1)
    .default(60_000)
    .describe('How long the server may be silent, before and within an answer.'),
})
