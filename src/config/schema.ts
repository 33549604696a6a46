import { z } from 'zod'
import { gateway } from './sections/gateway.ts'
import { knowledgeSection, ragSection } from './sections/knowledge-section.ts'
import { embedderSection, llmSection, nliSection, serverUrl } from './sections/model-sections.ts'
import { maskSection, proxySection } from './sections/proxy-sections.ts'
import { usualPruneLimits } from './sections/prune-limits.ts'
import { storeSection } from './sections/store-section.ts'

const seconds = (value: number) => z.number().int().min(1).default(value)

const server = z.strictObject({
  host: z
    .string()
    .default('127.0.0.1')
    .describe('Address to bind. Anything but loopback needs a token.')
    .meta({ env: ['TAMIS_HOST', 'MCP_PRUNER_HOST'] }),
  port: z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8006)
    .describe('Port to bind; 0 takes any free one.')
    .meta({ env: ['TAMIS_PORT', 'MCP_PRUNER_PORT'] }),
  token: z
    .string()
    .min(16)
    .optional()
    .describe(
      'A token that allows everything; with it, every request needs one. From the environment only.',
    )
    .meta({ env: ['TAMIS_TOKEN'], isSecret: true }),
  requireToken: z
    .boolean()
    .default(false)
    .describe('Ask for a token on loopback too, for instance behind a reverse proxy.'),
  allowedHosts: z
    .array(z.string())
    .default([])
    .describe('Host header values accepted besides loopback, for instance `tamis.lan:8006`.'),
  allowedOrigins: z
    .array(z.string())
    .default([])
    .describe('Origin header values accepted besides our own, for instance `http://tamis.lan`.'),
  maxBodyBytes: z
    .number()
    .int()
    .min(1024)
    .default(64 * 1024 * 1024)
    .describe('Largest request body that is read.'),
  maxBytesInFlight: z
    .number()
    .int()
    .min(1024)
    .default(256 * 1024 * 1024)
    .describe(
      'Request bodies held at once, of all clients together; what comes on top is answered 503 with `retry-after`.',
    ),
  locale: z
    .enum(['en', 'fr'])
    .optional()
    .describe(
      'Language of the dashboard and of what is written into texts: markers, reasons, the placeholder of masking. If empty, English for the dashboard and for what is left out on entry, and the French of its contract for the rest.',
    ),
  drainTimeoutMs: z
    .number()
    .int()
    .min(0)
    .default(30_000)
    .describe('How long a stop waits for requests that are under way.'),
})

const prune = z.strictObject({
  backend: z
    .enum(['heuristic', 'deepinfra', 'cloud'])
    .default('heuristic')
    .describe('Who scores lines: `heuristic` is local; `deepinfra` (alias `cloud`) sends text out.')
    .meta({ env: ['KIMI_PRUNING_BACKEND'] }),
  maxInputChars: z
    .number()
    .int()
    .min(1)
    .default(usualPruneLimits.maxInputChars)
    .describe(
      'Longer texts, or of more than a tenth as many lines, pass unchanged, with the warning `input_too_large`.',
    )
    .meta({ env: ['MCP_PRUNER_MAX_INPUT_CHARS'] }),
  pruneIdTtlS: seconds(usualPruneLimits.pruneIdTtlS)
    .describe('How long a prune_id can be recovered.')
    .meta({ env: ['MCP_PRUNER_PRUNE_ID_TTL_S'] }),
  cacheTtlS: seconds(30)
    .describe('How long the scores of the cloud backend are reused.')
    .meta({ env: ['MCP_PRUNER_CACHE_TTL_S'] }),
  cacheMaxItems: z
    .number()
    .int()
    .min(0)
    .default(256)
    .describe('How many scorings of the cloud backend are remembered.')
    .meta({ env: ['MCP_PRUNER_CACHE_MAX_ITEMS', 'MCP_PRUNER_CACHE_MAX_ENTRIES'] }),
  usdPerMillionTokens: z
    .number()
    .min(0)
    .default(usualPruneLimits.usdPerMillionTokens)
    .describe('Price of input tokens, for the estimate of what a prune saves.'),
})

const deepinfra = z.strictObject({
  apiKey: z
    .string()
    .min(1)
    .optional()
    .describe('Key of the cloud backend. From the environment only.')
    .meta({ env: ['DEEPINFRA_API_KEY'], isSecret: true }),
  endpointUrl: z
    .url()
    .default('https://api.deepinfra.com/v1/inference/Qwen/Qwen3-Reranker-0.6B')
    .describe('Reranker of the cloud backend.')
    .meta({ env: ['DEEPINFRA_ENDPOINT_URL'] }),
  timeoutMs: z
    .number()
    .int()
    .min(1)
    .default(20_000)
    .describe('How long the cloud backend may take.')
    .meta({ env: ['DEEPINFRA_TIMEOUT_MS'] }),
  maxDocs: z
    .number()
    .int()
    .min(1)
    .default(64)
    .describe('How many windows of lines one call may score.')
    .meta({ env: ['DEEPINFRA_MAX_DOCS'] }),
})

const memory = z.strictObject({
  folder: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where the JSONL files of memory lie, from the folder Tamis is started in; `memory` in the home if empty.',
    ),
  watchNotesFolder: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where watch notes (Markdown) lie, at any depth; `veille` in the memory folder if empty.',
    ),
  clarificationsFolder: z
    .string()
    .min(1)
    .optional()
    .describe('Where clarifications lie; `clarifications` in the memory folder if empty.'),
  promoteOn: z
    .enum(['reuse', 'reuse_and_lift'])
    .default('reuse')
    .describe(
      'What a promotion rests on: the reuse score, or also that stories do no worse with the learning than without.',
    ),
})

const telemetry = z.strictObject({
  otlpEndpoint: serverUrl
    .describe(
      'Where spans of requests are sent, for instance http://127.0.0.1:4318. Nothing is sent if empty.',
    )
    .meta({ env: ['OTEL_EXPORTER_OTLP_ENDPOINT'] }),
  otlpHeaders: z
    .string()
    .min(1)
    .optional()
    .describe('Headers for the collector, as `name=value,…`. From the environment only.')
    .meta({ env: ['OTEL_EXPORTER_OTLP_HEADERS'], isSecret: true }),
  serviceName: z
    .string()
    .min(1)
    .default('tamis')
    .describe('What this daemon is called in traces.')
    .meta({ env: ['OTEL_SERVICE_NAME'] }),
})

const models = z.strictObject({
  hubUrl: serverUrl.describe(
    'Where `tamis models pull` may fetch from, for instance https://huggingface.co. Nothing else goes there.',
  ),
})

/**
 * Every setting, its default and its meaning, said once. Keys are snake_case in `tamis.toml`;
 * each can also be set as `TAMIS_<SECTION>_<KEY>`.
 */
export const configSchema = z.strictObject({
  server: server.prefault({}),
  store: storeSection.prefault({}),
  prune: prune.prefault({}),
  mask: maskSection.prefault({}),
  proxy: proxySection.prefault({}),
  deepinfra: deepinfra.prefault({}),
  embedder: embedderSection.prefault({}),
  llm: llmSection.prefault({}),
  nli: nliSection.prefault({}),
  models: models.prefault({}),
  memory: memory.prefault({}),
  gateway: gateway.prefault({}),
  knowledge: knowledgeSection.prefault({}),
  rag: ragSection.prefault({}),
  telemetry: telemetry.prefault({}),
})

export type Config = z.infer<typeof configSchema>
