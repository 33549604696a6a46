import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { guardedAgent } from '../../network/guarded-agent.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Reranker, Reranking } from '../../ports/reranker.ts'

export interface DeepInfraSettings {
  readonly apiKey: string | undefined
  readonly endpointUrl: string
  readonly timeoutMs: number
  readonly maxDocs: number
  readonly cacheTtlMs: number
  readonly cacheMaxItems: number
}

interface Cached {
  readonly reranking: Reranking & { kind: 'scored' }
  readonly expiresAt: number
}

const reply = z.looseObject({ scores: z.array(z.number()) })
const maxReplyBytes = 4 * 1024 * 1024

/** DeepInfra's reranker endpoint, with its successes remembered for a short while. */
export function deepInfraReranker(
  settings: DeepInfraSettings,
  now: Clock,
  digest: Digest,
): Reranker {
  const cache = new Map<string, Cached>()

  function remember(key: string, reranking: Cached['reranking']): void {
    cache.delete(key)
    cache.set(key, { reranking, expiresAt: now() + settings.cacheTtlMs })
    while (cache.size > settings.cacheMaxItems) cache.delete(cache.keys().next().value ?? key)
  }

  return {
    name: 'deepinfra',
    maxDocuments: settings.maxDocs,
    async rerank(query, documents, signal) {
      const key = digest(JSON.stringify([settings.endpointUrl, query, documents]))
      const known = cache.get(key)
      if (known && known.expiresAt > now())
        return { ...known.reranking, latencyMs: 0, isCached: true }
      if (settings.apiKey === undefined) return { kind: 'failed', reason: 'config_error' }
      const reranking = await ask(settings, settings.apiKey, { query, documents, now, signal })
      if (reranking.kind === 'scored') remember(key, reranking)
      return reranking
    },
  }
}

interface Question {
  readonly query: string
  readonly documents: readonly string[]
  readonly now: Clock
  readonly signal: AbortSignal
}

async function ask(
  settings: DeepInfraSettings,
  apiKey: string,
  question: Question,
): Promise<Reranking> {
  const { query, documents, now, signal } = question
  const startedAt = now()
  let response: Dispatcher.ResponseData
  let body: string | undefined
  try {
    const { request } = await import('undici')
    response = await request(settings.endpointUrl, {
      dispatcher: await guardedAgent(settings.endpointUrl),
      method: 'POST',
      headers: { authorization: `bearer ${apiKey}`, 'content-type': 'application/json' },
      // The endpoint pairs them one to one.
      body: JSON.stringify({ queries: documents.map(() => query), documents }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]),
    })
    body = await readText(response)
  } catch {
    // Refused, reset, timed out or aborted: all the same to the caller, who goes on without.
    return { kind: 'failed', reason: 'http_error' }
  }
  const httpStatus = response.statusCode
  if (httpStatus !== 200) return { kind: 'failed', reason: 'http_error', httpStatus }
  const scores = body === undefined ? undefined : scoresOf(body, documents.length)
  if (!scores) return { kind: 'failed', reason: 'parse_error', httpStatus }
  return { kind: 'scored', scores, latencyMs: now() - startedAt, httpStatus, isCached: false }
}

/** `undefined` when the reply is longer than any honest one. */
async function readText({ body }: Dispatcher.ResponseData): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxReplyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function scoresOf(body: string, count: number): readonly number[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  const parsed = reply.safeParse(value)
  if (!parsed.success || parsed.data.scores.length !== count) return undefined
  return parsed.data.scores.map((score) => Math.min(1, Math.max(0, score)))
}
