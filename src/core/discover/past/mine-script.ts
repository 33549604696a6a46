import type { Capability, CatalogTool, Trace } from '../../../ports/store/catalog.ts'
import { shortId } from '../../text/short-id.ts'
import { hashesOf } from '../catalog/stale-tools.ts'
import { fareOf, leastSupport } from './mine-capabilities.ts'

/** A script that ran, with inputs in place of its values. */
export interface RecurringScript {
  readonly code: string
  readonly inputs: readonly string[]
}

/** The capability that a caller's script amounts to once it went well often enough; it is that caller's alone. */
export function mineScript(
  runs: readonly Trace[],
  { code, inputs }: RecurringScript,
  toolNamed: (id: string) => CatalogTool | undefined,
): Capability | undefined {
  const successes = runs.filter(({ isSuccess }) => isSuccess)
  const last = successes.at(-1)
  if (last?.script === undefined || successes.length < leastSupport) return undefined
  const dag = last.dag ?? { tasks: [] }
  const intents = [...new Set(successes.flatMap(({ intent }) => (intent === '' ? [] : [intent])))]
  const tools = [...new Set(dag.tasks.map(({ tool }) => tool.split(':').at(-1) ?? tool))]
  return {
    // Nothing in its name tells others what it is for.
    id: shortId('cap:script-', last.script),
    intent: intents.at(-1) ?? tools.join(', '),
    source: { type: 'code', code, dag, key: last.script },
    inputs,
    outputs: [],
    tags: [],
    ...fareOf(runs),
    isPinned: false,
    isForgotten: false,
    isLearned: true,
    toolHashes: hashesOf(dag, toolNamed),
    examples: intents,
    owner: last.by ?? '',
  }
}
