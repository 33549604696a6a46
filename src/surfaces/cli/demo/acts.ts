import type { Engine, LedgerRow, PruneResult } from '../../../engine.ts'
import { operations } from '../../../operations/all.ts'
import { requestAt, turns } from '../../demo/agent-session.ts'
import { buildGoal, buildLog } from '../../demo/build-log.ts'
import { handbook } from '../../demo/handbook.ts'
import { demoMemories } from '../../demo/memories.ts'
import { toolbox } from '../../demo/toolbox.ts'

/** What an act plays on: the engine, and the daemon in front of it. */
export interface Stage {
  readonly engine: Engine
  readonly url: string
  readonly signal: AbortSignal
}

/** One sieve at work: what it is about, and what it did. */
export interface Act {
  readonly sieve: string
  readonly about: string
  /** The lines to show. */
  play(stage: Stage): Promise<readonly string[]>
}

const toolCount = toolbox.flatMap(({ tools }) => tools).length
const intent = 'draw a chart of the slow queries and send it by e-mail'

/** The five sieves, in the order a newcomer meets them. */
export const acts: readonly Act[] = [
  {
    sieve: 'prune',
    about: `a build log of a thousand lines; goal: "${buildGoal}"`,
    async play(stage) {
      const { pruned_text, prune_id, stats } = (await call(stage, 'prune', {
        text: buildLog(),
        goal: buildGoal,
        locale: 'en',
      })) as PruneResult
      const { original_lines, kept_lines, tokens_est_before, tokens_est_after } = stats
      return [
        ...pruned_text.trimEnd().split('\n'),
        '',
        `${kept_lines} of ${original_lines} lines, ${fall(tokens_est_before, tokens_est_after)}`,
        `All of it again: tamis recover ${prune_id}`,
      ]
    },
  },
  {
    sieve: 'mask',
    about: `an agent at work for ${turns} turns, its requests through the proxy`,
    async play({ engine, url, signal }) {
      for (let turn = 1; turn <= turns; turn++) await ask(url, requestAt(turn), signal)
      const rows = await accountsOf(engine, turns)
      const before = sum(rows.map(({ tokens }) => tokens?.before ?? 0))
      const after = sum(rows.map(({ tokens }) => tokens?.after ?? 0))
      return [
        `${fall(before, after)} over ${rows.length} requests, ${bill(rows)}`,
        'Test runs were shortened to what failed, and files read again to what had changed,',
        'before the model first saw them: so the cached prefix stays as it was.',
      ]
    },
  },
  {
    sieve: 'discover',
    about: `${toolCount} tools of ${toolbox.length} servers; intent: "${intent}"`,
    async play(stage) {
      for (const server of toolbox) await call(stage, 'catalog.register', server)
      const { results } = (await call(stage, 'discover', { intent, limit: 6 })) as {
        results: readonly { id: string; intent: string; score: number }[]
      }
      return results.map(
        ({ id, intent: does, score }) => `${score.toFixed(2)}  ${id.padEnd(28)} ${does}`,
      )
    },
  },
  {
    sieve: 'knowledge',
    about: 'four pages of a handbook; one question it can answer, one it cannot',
    async play(stage) {
      await call(stage, 'knowledge.ingest', { documents: handbook, source: 'handbook' })
      const questions = ['How often is a charge retried?', 'What does the canteen serve today?']
      const answers = []
      for (const question of questions)
        answers.push(question, ...indent(await quote(stage, question)))
      return answers
    },
  },
  {
    sieve: 'memory',
    about: 'what was learned earlier, when it matters again; task: "retry a failed charge"',
    async play(stage) {
      for (const text of demoMemories)
        await call(stage, 'memory.remember', { text, project: 'shop' })
      const answer = await operationNamed('memory.recall').runForPeople(
        stage.engine,
        { query: 'retry a failed charge', project: 'shop' },
        { source: 'cli', caller: undefined, signal: stage.signal },
      )
      return answer.text.trimEnd().split('\n')
    },
  },
]

async function quote(stage: Stage, query: string): Promise<readonly string[]> {
  const { answer, citations, refusal_reason } = (await call(stage, 'knowledge.ask', {
    query,
    extractive: true,
  })) as {
    answer: string
    citations: readonly { doc_id: string; start_line: number }[]
    refusal_reason: string | null
  }
  if (refusal_reason) return [`Refused: ${refusal_reason}; nothing in the handbook is about it.`]
  const [first] = citations
  const lines = answer.trimEnd().split('\n')
  return first ? [...lines, `[1] ${first.doc_id}, line ${first.start_line}`] : lines
}

function call(stage: Stage, name: string, input: object): Promise<unknown> {
  return operationNamed(name).run(stage.engine, input, {
    source: 'cli',
    caller: undefined,
    signal: stage.signal,
  })
}

function operationNamed(name: string): (typeof operations)[number] {
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`there is no operation ${name}`)
  return found
}

/** The proxy writes its accounts after its answers: waits until this many requests are in the ledger. */
async function accountsOf({ ledger }: Engine, count: number): Promise<readonly LedgerRow[]> {
  for (;;) {
    const { promise: appended, resolve } = Promise.withResolvers<void>()
    const leave = ledger.onAppend(() => resolve())
    const rows = await ledger.list({ kind: 'proxy' }, count)
    if (rows.length < count) await appended
    leave()
    if (rows.length >= count) return rows
  }
}

async function ask(url: string, body: object, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/u/demo/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  await response.text()
}

function fall(before: number, after: number): string {
  const percent = before === 0 ? 0 : Math.round((100 * (before - after)) / before)
  return `${group(before)} → ${group(after)} tokens (−${percent} %)`
}

/** What they would have cost, and what they did, at the model's prices and with its cache. */
function bill(rows: readonly LedgerRow[]): string {
  const total = (name: string): string =>
    `$${sum(rows.map(({ details }) => Number(details?.[name] ?? 0))).toFixed(2)}`
  return `${total('raw_usd')} → ${total('cost_usd')}`
}

function group(count: number): string {
  return count.toLocaleString('en-US')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}
