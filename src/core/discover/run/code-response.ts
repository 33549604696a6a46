import { bareName } from '../catalog/pipeline.ts'
import { accountShortened } from './account-shortened.ts'
import { trimOversized, trimWhole } from './oversized.ts'
import type { ExecuteResponse } from './run.ts'
import type { CodeReport } from './run-code.ts'
import type { ShortenCall, ShortenDeps } from './shorten-result.ts'

/** Results of tools stay inside: only what the script returned and logged goes out. */
export async function codeResponse(
  deps: ShortenDeps,
  { status, result, logs, error, calls }: CodeReport,
  { source, caller }: ShortenCall,
): Promise<ExecuteResponse> {
  const whole = { result, logs: logs.join('\n') }
  const [returned, logged] = [
    await trimWhole(deps.trimDeps, whole.result ?? null),
    await trimOversized(deps.trimDeps, whole.logs),
  ]
  const ids = [...new Set([...returned.ids, ...logged.ids])]
  const value = { result: returned.value, logs: String(logged.value) }
  const chars = {
    before: returned.chars.before + logged.chars.before,
    after: returned.chars.after + logged.chars.after,
  }
  const facts = { kind: 'execute', what: 'code', source, caller } as const
  await accountShortened(deps, { whole, value, ids, chars }, facts)
  return {
    status,
    ...(status === 'success' ? { result: value.result } : {}),
    ...(value.logs === '' ? {} : { logs: value.logs }),
    ...(error ? { error } : {}),
    calls: countCalls(calls),
    ...(ids.length > 0 ? { recoverable: ids } : {}),
  }
}

function countCalls(calls: CodeReport['calls']): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { tool } of calls) counts.set(bareName(tool), (counts.get(bareName(tool)) ?? 0) + 1)
  return Object.fromEntries(counts)
}
