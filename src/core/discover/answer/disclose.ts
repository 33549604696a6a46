import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { firstSentence } from '../catalog/entries.ts'
import type {
  DiscoverResult,
  FoundResult,
  ResultDetails,
  ResultSummary,
  Verbosity,
} from './results.ts'

/** The most tokens one result may cost, whatever the upstream wrote. */
export const budgets: Readonly<Record<Verbosity, number>> = {
  minimal: 50,
  summary: 150,
  full: 2000,
  code: 150,
}

/** Shows each result at the chosen verbosity, cut until its JSON fits the budget by count. */
export async function disclose(
  tokenizer: Tokenizer,
  results: readonly FoundResult[],
  verbosity: Verbosity,
): Promise<readonly DiscoverResult[]> {
  const shown: DiscoverResult[] = []
  for (const result of results) {
    const forms = formsOf(result, verbosity)
    shown.push(await firstThatFits(tokenizer, forms, budgetOf(result, verbosity)))
  }
  return shown
}

/** What it takes to say that a result is a suggestion, and of what; or the steps of a capability. */
export const ofMore = 50

function budgetOf({ type, suggestionReason }: DiscoverResult, verbosity: Verbosity): number {
  const hasSteps = type === 'capability' && verbosity === 'summary'
  return budgets[verbosity] + (suggestionReason !== undefined || hasSteps ? ofMore : 0)
}

async function firstThatFits(
  tokenizer: Tokenizer,
  forms: Iterable<DiscoverResult>,
  budget: number,
): Promise<DiscoverResult> {
  let last: DiscoverResult | undefined
  for (const form of forms) {
    last = form
    const [tokens = 0] = await tokenizer.count([JSON.stringify(form)])
    if (tokens <= budget) return form
  }
  return last as DiscoverResult
}

/** The same result, ever shorter. The last form is the id, the type, the score and a few words. */
function* formsOf(result: FoundResult, verbosity: Verbosity): Generator<DiscoverResult> {
  const { summary, details, signatures = [], ...minimal } = result
  for (const signature of signatures) yield { ...minimal, signature }
  const [shortest] = signatures.slice(-1)
  if (shortest) yield { ...minimal, intent: firstSentence(minimal.intent, 40), signature: shortest }
  if (verbosity === 'full' && details) yield* fullForms(minimal, summary, details)
  if (verbosity !== 'minimal' && summary) yield* summaryForms(minimal, summary)
  yield minimal
  yield* briefForms(minimal)
}

function* fullForms(
  minimal: DiscoverResult,
  summary: ResultSummary | undefined,
  details: ResultDetails,
): Generator<DiscoverResult> {
  const base = summary ? { ...minimal, summary } : minimal
  yield { ...base, details }
  const dropped: string[] = []
  let rest: Record<string, unknown> = { ...details }
  for (const part of [
    'invocationHistory',
    'examples',
    'outputSchema',
    'description',
    'reconstructedDAG',
    'source',
    'fullSchema',
  ] as const) {
    if (rest[part] === undefined) continue
    dropped.push(part)
    const { [part]: _, ...others } = rest
    rest = others
    const missing = [
      `${dropped.join(', ')}: too long here, see pml_get_details {"id":"${minimal.id}"}`,
    ]
    yield { ...base, details: { ...rest, missing } as ResultDetails }
  }
}

function* summaryForms(minimal: DiscoverResult, summary: ResultSummary): Generator<DiscoverResult> {
  yield { ...minimal, summary }
  for (const kept of [12, 6, 3, 1]) {
    const intent = firstSentence(minimal.intent, 40 + kept * 8)
    yield { ...minimal, intent, summary: shortened(summary, kept) }
  }
}

/** Lists cut to `kept` names, with how many more there are; the statistics go last. */
function shortened(summary: ResultSummary, kept: number): ResultSummary {
  const { toolSchema, toolsUsed, pipeline, inputs, outputs, ...facts } = summary
  return {
    ...(toolSchema
      ? {
          toolSchema: {
            requiredParams: cut(toolSchema.requiredParams, kept),
            optionalParams: cut(toolSchema.optionalParams, Math.floor(kept / 2)),
            returnType: toolSchema.returnType.slice(0, 10 + kept * 4),
          },
        }
      : {}),
    ...(pipeline
      ? { pipeline: pipeline.map((step) => ({ ...step, tools: cut(step.tools, kept) })) }
      : {}),
    ...(toolsUsed ? { toolsUsed: cut(toolsUsed, kept) } : {}),
    ...(inputs ? { inputs: cut(inputs, kept) } : {}),
    ...(outputs ? { outputs: cut(outputs, kept) } : {}),
    ...(kept > 1 ? facts : {}),
  }
}

function cut(names: readonly string[], kept: number): readonly string[] {
  const short = names.map((name) => (name.length > 40 ? `${name.slice(0, 39)}…` : name))
  return names.length <= kept ? short : [...short.slice(0, kept), `… ${names.length - kept} more`]
}

function* briefForms(minimal: DiscoverResult): Generator<DiscoverResult> {
  const { note: _, because: __, intent: ___, ...bare } = minimal
  for (const longest of [100, 60, 30, 12])
    yield { ...(longest > 60 ? minimal : bare), intent: firstSentence(minimal.intent, longest) }
  // Why it is suggested stays, however short the rest.
  yield { ...bare, intent: '' }
  yield { id: bare.id, type: bare.type, intent: '', score: bare.score }
}
