import { z } from 'zod'
import type { Entailment } from '../../ports/entailment.ts'
import { modelServer } from '../openai-compatible/client.ts'
import { notAReply } from '../openai-compatible/failures.ts'
import { checked } from '../openai-compatible/parse-reply.ts'

interface NliOptions {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly timeoutMs: number
}

const reply = z.array(z.array(z.looseObject({ label: z.string(), score: z.number() })))
const pairsPerCall = 16

/** A classifier behind the `/predict` route of a text-embeddings-inference server. */
export function nliEntailment(options: NliOptions): Entailment {
  const model = 'nli'
  const server = modelServer({
    ...options,
    missingModelHint: () => 'Does `nli.base_url` name a server with a `/predict` route?',
  })
  return {
    model,
    async likelihoods(pairs, signal) {
      const found: number[] = []
      for (let at = 0; at < pairs.length; at += pairsPerCall) {
        const batch = pairs.slice(at, at + pairsPerCall)
        const inputs = batch.map(({ premise, claim }) => [premise, claim])
        const body = { inputs, truncate: true, raw_scores: false }
        const answer = await server.postJson({ path: '/predict', model, body }, signal)
        const verdicts = checked(reply, answer)
        found.push(...batch.map((_, index) => entailed(verdicts[index] ?? [])))
      }
      return found
    },
  }
}

/** Models name their labels in capitals or not; one without such a label answers another question. */
function entailed(verdict: readonly { readonly label: string; readonly score: number }[]): number {
  const own = verdict.find(({ label }) => /^entail/i.test(label))
  if (own === undefined) throw notAReply()
  return own.score
}
