import type { Llm } from '../../../ports/llm.ts'
import type { Answer, Hop } from './answer.ts'
import { complete, type Reply } from './complete.ts'
import type { AskDeps, OnText, Probed } from './deps.ts'
import { refuse } from './envelope.ts'
import { createPool, type Pool } from './pool.ts'
import { decidePrompt, decomposePrompt, multiHopVersion } from './prompts.ts'
import { readDecision, readSubQuestions } from './read-json.ts'
import { retrieveAll } from './retrieve-all.ts'
import { synthesize } from './synthesize.ts'

const subQuestionLimit = 5
const depthLimit = 3
const poolLimit = 15
/** The whole question brings one chunk for every two of a sub-question: a poor division loses less. */
const wholeShare = 0.5

/** What the run knows so far; each step returns the next. */
interface State {
  readonly hops: readonly Hop[]
  readonly asked: readonly string[]
  readonly usage: Answer['usage']
}

/**
 * Decompose, then retrieve and decide until the evidence suffices or a limit is met, then
 * synthesize and verify. The probe has passed before any of it.
 */
export async function answerInHops(
  deps: AskDeps,
  probed: Probed,
  llm: Llm,
  onText?: OnText,
  signal?: AbortSignal,
): Promise<Answer> {
  const { question } = probed.request
  const started = deps.now()
  const reply = await complete(llm, decomposePrompt(question, subQuestionLimit), undefined, signal)
  const subQuestions = readSubQuestions(reply.text, subQuestionLimit)
  const first = hop('decompose', 0, deps.now() - started, { sub_queries: subQuestions ?? [] })
  const state: State = { hops: [first], asked: [], usage: addUsage(noUsage, reply) }
  if (subQuestions === undefined)
    return refuse(deps, probed, 'multi_hop_decompose_failed', stamped(state))
  const pool = createPool(poolLimit)
  const gathered = await gather(deps, probed, llm, { state, pool, subQuestions }, signal)
  if (pool.chunks.length === 0) return refuse(deps, probed, 'no_chunks', stamped(gathered))
  const writing = deps.now()
  const answer = await synthesize(
    deps,
    { probed, llm, chunks: pool.chunks, parts: stamped(gathered) },
    onText,
    signal,
  )
  const last = hop('synthesize', gathered.hops.length, deps.now() - writing, {})
  return { ...answer, hops: [...gathered.hops, last] }
}

interface Gathering {
  readonly state: State
  readonly pool: Pool
  readonly subQuestions: readonly string[]
}

async function gather(
  deps: AskDeps,
  probed: Probed,
  llm: Llm,
  { state, pool, subQuestions }: Gathering,
  signal: AbortSignal | undefined,
): Promise<State> {
  let current = state
  let next = subQuestions
  for (let depth = 1; next.length > 0; depth++) {
    const started = deps.now()
    const lists = await retrieveAll(deps, probed.request, next, signal)
    const added = pool.add([...lists, { chunks: probed.found.chunks, share: wholeShare }])
    const stop = forcedStop(depth, pool, added)
    const step = hop('retrieve', current.hops.length, deps.now() - started, {
      sub_queries: next,
      context_chunks_added: added,
      forced_stop: stop,
    })
    current = { ...current, hops: [...current.hops, step], asked: [...current.asked, ...next] }
    if (stop !== null) return current
    const decided = await decide(deps, probed, llm, { current, pool }, signal)
    current = decided.state
    next = decided.next.filter((one) => !current.asked.includes(one))
  }
  return current
}

async function decide(
  deps: AskDeps,
  { request }: Probed,
  llm: Llm,
  { current, pool }: { current: State; pool: Pool },
  signal: AbortSignal | undefined,
): Promise<{ state: State; next: readonly string[] }> {
  const started = deps.now()
  const prompt = decidePrompt(request.question, current.asked, pool.chunks, subQuestionLimit)
  const reply = await complete(llm, prompt, undefined, signal)
  const next = readDecision(reply.text, subQuestionLimit)
  const step = hop('decide', current.hops.length, deps.now() - started, {
    sub_queries: next ?? [],
    forced_stop: next === undefined ? 'unreadable' : null,
  })
  const state = {
    ...current,
    hops: [...current.hops, step],
    usage: addUsage(current.usage, reply),
  }
  return { state, next: next ?? [] }
}

function forcedStop(depth: number, pool: Pool, added: number): string | null {
  if (pool.isFull) return 'pool'
  if (depth >= depthLimit) return 'depth'
  return added === 0 ? 'no_new_chunks' : null
}

const noUsage = { prompt_tokens: 0, completion_tokens: 0 }

function addUsage(usage: Answer['usage'], reply: Reply): Answer['usage'] {
  return {
    prompt_tokens: usage.prompt_tokens + reply.promptTokens,
    completion_tokens: usage.completion_tokens + reply.completionTokens,
  }
}

function stamped({ hops, usage }: State) {
  return { hops, usage, prompt_template_version: multiHopVersion }
}

function hop(kind: Hop['kind'], iter: number, durationMs: number, rest: Partial<Hop>): Hop {
  return {
    iter,
    kind,
    sub_queries: [],
    context_chunks_added: 0,
    forced_stop: null,
    duration_ms: Math.round(durationMs),
    ...rest,
  }
}
