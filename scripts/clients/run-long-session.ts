import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postJson } from '../../test/e2e/tamis.ts'
import { settled } from '../../test/support/settled.ts'
import type { LoopAgent } from './loop-agents.ts'
import { isAsked, type LoopBill, loopBill } from './loop-bill.ts'
import type { LoopModel } from './loop-model.ts'
import { loopProject, projectFiles, sourceName } from './loop-project.ts'
import type { Outcome } from './run-agent.ts'
import { type LoopRun, runSession, type Session, startBetween } from './run-loop.ts'
import { runTool } from './task-tools.ts'

/** Of each file: it is read, something is run, and it is read again after it has changed. */
export const loopCalls = 3 * projectFiles

/** Nothing sent before changes, and the default. */
const modes = ['careful', 'balanced'] as const

/** A long session directly and through the proxy: the same words, what each sent, and what each cost. */
export async function runLongSession(agent: LoopAgent): Promise<Outcome> {
  const direct = await runSession(agent, loopSession(agent))
  if ('problem' in direct) return { facts: '', problem: direct.problem }
  const before = loopBill(direct.requests)
  const facts = [`${loopCalls} calls directly: ${billText(before)}`]
  for (const mode of modes) {
    const outcome = await runThrough(agent, mode, direct, before)
    facts.push(outcome.facts)
    if (outcome.problem !== undefined) return { facts: facts.join('; '), problem: outcome.problem }
  }
  return { facts: facts.join('; ') }
}

/** Reads, runs and reads again; what a file became is on the disk before it is asked for. */
export function loopSession(agent: LoopAgent): Session {
  const run = runTool(agent)
  return {
    files: loopProject.files,
    next(results, folder) {
      if (results >= loopCalls) return undefined
      const file = Math.floor(results / 3)
      const path = join(folder, sourceName(file))
      if (results % 3 === 1) return run(file % 2 === 0 ? 'npm test' : 'npm run build')
      if (results % 3 === 2) writeFileSync(path, loopProject.edited(file))
      return agent.read(path, [])
    },
  }
}

async function runThrough(
  agent: LoopAgent,
  mode: (typeof modes)[number],
  direct: LoopRun,
  before: LoopBill,
): Promise<Outcome> {
  let rows: readonly Row[] = []
  const via = await runSession(agent, {
    ...loopSession(agent),
    async through(model) {
      const daemon = await startBetween(model, { TAMIS_MASK_MODE: mode })
      const stop = async (): Promise<void> => {
        rows = await pricedRows(daemon.url, model)
        await daemon.stop()
      }
      return { url: daemon.url, stop }
    },
  })
  if ('problem' in via) return { facts: '', problem: via.problem }
  return judge(mode, direct, via, { before, after: loopBill(via.requests), rows })
}

interface Row {
  readonly details: Readonly<Record<string, unknown>>
}

interface Bills {
  readonly before: LoopBill
  readonly after: LoopBill
  readonly rows: readonly Row[]
}

/** Fine when the agent said the same, every request has a priced row, and the ledger's sum is the bill. */
function judge(
  mode: string,
  direct: LoopRun,
  via: LoopRun,
  { before, after, rows }: Bills,
): Outcome {
  const priced = rows.filter(({ details }) => typeof details.cost_usd === 'number')
  const billed = priced.reduce((sum, { details }) => sum + Number(details.cost_usd), 0)
  const share = Math.round(1000 * (after.inputUsd / before.inputUsd - 1)) / 10
  const facts = `${mode}: ${billText(after)} (${share} %), ${priced.length} of ${rows.length} rows priced, ${dollars(billed)} in all`
  const isSame = said(direct) === said(via) && said(direct).includes('They are all notes.')
  const isWhole = direct.ran.code === 0 && via.ran.code === 0
  const isCounted = priced.length === after.requests && priced.length === rows.length
  const isEqual = Math.abs(billed - after.totalUsd) < 0.0001
  if (isSame && isWhole && isCounted && isEqual) return { facts }
  const why = JSON.stringify({
    ...{ isSame, isWhole, isCounted, isEqual, sent: dollars(after.totalUsd) },
    ...{ direct: direct.ran, via: via.ran },
  })
  return { facts, problem: `${facts}; ${why}` }
}

function billText({ requests, bytes, encodings, inputUsd }: LoopBill): string {
  const encoded = encodings.length > 0 ? ` (sent as ${encodings.join(', ')})` : ''
  return `${requests} requests, ${(bytes / 1_000_000).toFixed(2)} MB${encoded}, input ${dollars(inputUsd)}`
}

function dollars(amount: number): string {
  return `$${amount.toFixed(4)}`
}

/** What it said, wherever it worked. */
function said({ ran, folder }: LoopRun): string {
  return ran.stdout
    .replaceAll(folder, '')
    .replace(/\/tmp\/tamis-loop-\w*/g, '')
    .trimEnd()
    .split('\n')
    .slice(-1)
    .join('')
}

async function pricedRows(url: string, { requests }: LoopModel): Promise<readonly Row[]> {
  const list = async (): Promise<readonly Row[]> => {
    const { body } = await postJson(`${url}/api/ledger.list`, { kind: 'proxy', limit: 1000 })
    return (body as { readonly entries: readonly Row[] }).entries
  }
  return settled(list, (rows) => rows.length >= requests.filter(isAsked).length)
}
