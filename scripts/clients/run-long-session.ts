import { ruleFinder } from '../../src/core/traffic/provider-rules.ts'
import { postJson } from '../../test/e2e/tamis.ts'
import { settled } from '../../test/support/settled.ts'
import type { LoopAgent } from './loop-agents.ts'
import type { LoopModel, LoopRequest } from './loop-model.ts'
import type { Outcome } from './run-agent.ts'
import { type LoopRun, runLoop, throughTamis } from './run-loop.ts'

const calls = 36
const ruleOf = ruleFinder()

/** A long session directly and through the proxy: the same words, what each sent, and what each cost. */
export async function runLongSession(agent: LoopAgent): Promise<Outcome> {
  const direct = await runLoop(agent, calls)
  if ('problem' in direct) return { facts: '', problem: direct.problem }
  let rows: readonly Row[] = []
  const via = await runLoop(agent, calls, async (model) => {
    const { url, stop } = await throughTamis(model)
    const read = async (): Promise<void> => {
      rows = await pricedRows(url, model)
      await stop()
    }
    return { url, stop: read }
  })
  if ('problem' in via) return { facts: '', problem: via.problem }
  return judge(agent, direct, via, rows)
}

interface Row {
  readonly details: Readonly<Record<string, unknown>>
}

function judge(agent: LoopAgent, direct: LoopRun, via: LoopRun, rows: readonly Row[]): Outcome {
  const priced = rows.filter(({ details }) => typeof details.cost_usd === 'number')
  const billed = priced.reduce((sum, { details }) => sum + Number(details.cost_usd), 0)
  const facts = [
    `${calls} calls: directly ${sums(agent, direct.requests)}`,
    `through the proxy ${sums(agent, via.requests)}`,
    `${priced.length} of ${rows.length} rows with a price, ${dollars(billed)} in all`,
  ].join(', ')
  const isSame = said(direct) === said(via) && said(direct).includes('They are all notes.')
  const isWhole = direct.ran.code === 0 && via.ran.code === 0
  const isCounted = priced.length === asked(via.requests).length && priced.length === rows.length
  if (isSame && isWhole && isCounted) return { facts }
  return { facts, problem: `${facts}; ${JSON.stringify({ direct: direct.ran, via: via.ran })}` }
}

/** Requests for a reply; some clients try other doors first. */
function asked(requests: readonly LoopRequest[]): readonly LoopRequest[] {
  return requests.filter(({ bytes }) => bytes > 0)
}

function sums({ model }: LoopAgent, requests: readonly LoopRequest[]): string {
  const { input, output, cacheRead, cacheWrite } = ruleOf(model)
  const sent = asked(requests)
  const bytes = sent.reduce((sum, one) => sum + one.bytes, 0)
  const bill = sent.reduce((sum, { counts }) => {
    const fresh = counts.input - counts.cached - counts.written
    const prompt = fresh * input + counts.cached * cacheRead + counts.written * cacheWrite
    return sum + (prompt + counts.output * output) / 1_000_000
  }, 0)
  return `${sent.length} requests, ${(bytes / 1_000_000).toFixed(2)} MB, ${dollars(bill)}`
}

function dollars(amount: number): string {
  return `$${amount.toFixed(4)}`
}

/** What it said, wherever it worked. */
function said({ ran, folder }: LoopRun): string {
  return ran.stdout.replaceAll(folder, '').replace(/\/tmp\/tamis-loop-\w*/g, '')
}

async function pricedRows(url: string, { requests }: LoopModel): Promise<readonly Row[]> {
  const list = async (): Promise<readonly Row[]> => {
    const { body } = await postJson(`${url}/api/ledger.list`, { kind: 'proxy', limit: 1000 })
    return (body as { readonly entries: readonly Row[] }).entries
  }
  return settled(list, (rows) => rows.length >= asked(requests).length)
}
