import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { CatalogSkill } from '../../../ports/store/catalog.ts'
import { resolveToolId } from '../catalog/code-names.ts'
import { dagOf } from '../catalog/dag.ts'
import { extractStep } from '../catalog/pipeline.ts'
import { type OversizedDeps, trimOversized } from '../run/oversized.ts'
import { type IsShown, nearest } from './resolve-entry.ts'
import type { ResultDetails, ResultSummary } from './results.ts'
import {
  capabilityDetails,
  capabilitySummary,
  stepSummary,
  toolDetails,
  toolSummary,
} from './summaries.ts'
import type { View } from './view.ts'

/** What to put in; everything when nothing is said. */
export interface Include {
  readonly code?: boolean | undefined
  readonly dag?: boolean | undefined
  readonly history?: boolean | undefined
  readonly schema?: boolean | undefined
}

export interface Details extends ResultDetails {
  readonly id: string
  readonly type: 'tool' | 'capability' | 'skill'
  readonly intent: string
  readonly summary: ResultSummary
}

interface DetailsDeps extends OversizedDeps {
  readSkill(skill: CatalogSkill): Promise<string>
  readonly isShown?: IsShown | undefined
}

/** Everything about one tool, skill, capability or step; very long strings are kept and marked. */
export async function detailsOf(
  deps: DetailsDeps,
  view: View,
  written: string,
  include: Include,
): Promise<Details> {
  const skill = view.skills.get(written)
  if (skill) return skillDetailsOf(view, skill, await deps.readSkill(skill))
  const details = toolDetailsOf(view, written) ?? capabilityDetailsOf(view, written)
  if (!details) throw notFound(view, written, deps.isShown)
  const { value } = await trimOversized(deps, chosen(details, include))
  return value as Details
}

/** What is to be followed is given whole. */
function skillDetailsOf(view: View, skill: CatalogSkill, instructions: string): Details {
  const { id, name, description, files } = skill
  const intent = view.index.entries[view.positions.get(id) ?? -1]?.intent ?? name
  return { ...{ id, type: 'skill', intent, summary: {} }, description, instructions, files }
}

function toolDetailsOf(view: View, written: string): Details | undefined {
  const id = resolveToolId(view.tools, written)
  const tool = id === undefined ? undefined : view.tools.get(id)
  if (!tool) return undefined
  const runs = view.runsOf(tool.id)
  const intent = view.index.entries[view.positions.get(tool.id) ?? -1]?.intent ?? tool.name
  return {
    id: tool.id,
    type: 'tool',
    intent,
    summary: toolSummary(tool, runs),
    ...toolDetails(tool, runs),
  }
}

function capabilityDetailsOf(view: View, written: string): Details | undefined {
  const [id = '', step] = written.split('#step')
  const capability = view.capabilities.get(id)
  if (!capability || capability.isForgotten) return undefined
  const details = capabilityDetails(capability, view.followersOf(capability))
  if (step === undefined)
    return {
      id,
      type: 'capability',
      intent: capability.intent,
      summary: capabilitySummary(capability, view),
      ...details,
    }
  const dag = extractStep(dagOf(capability), Number(step))
  if (!dag) return undefined
  return {
    id: written,
    type: 'capability',
    intent: capability.intent,
    summary: stepSummary(capability, Number(step)),
    source: { type: 'dag', dagStructure: dag },
  }
}

function chosen(details: Details, include: Include): Details {
  const isAsked = Object.values(include).some((value) => value !== undefined)
  const has = (part: keyof Include): boolean => (isAsked ? include[part] === true : true)
  const { fullSchema, outputSchema, source, reconstructedDAG, invocationHistory, ...rest } = details
  const wantsSource = source && (source.type === 'code' ? has('code') : has('dag'))
  return {
    ...rest,
    ...(has('schema') && fullSchema ? { fullSchema } : {}),
    ...(has('schema') && outputSchema ? { outputSchema } : {}),
    ...(wantsSource ? { source } : {}),
    ...(has('dag') && reconstructedDAG ? { reconstructedDAG } : {}),
    ...(has('history') && invocationHistory ? { invocationHistory } : {}),
  }
}

function notFound(view: View, written: string, isShown: IsShown = () => true): EngineError {
  const near = nearest(view, written, isShown)
  return new EngineError('tool_not_found', phrase`Nothing is called ${written}`, {
    hint: near
      ? phrase`Did you mean ${near}?`
      : '`tamis discover` and pml_discover find tools by intent.',
    details: { id: written, ...(near ? { did_you_mean: near } : {}) },
  })
}
