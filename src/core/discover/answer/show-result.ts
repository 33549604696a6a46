import type { CatalogSkill } from '../../../ports/store/catalog.ts'
import type { Language } from '../../text/stop-words.ts'
import { actionName } from '../catalog/action-names.ts'
import type { Entry } from '../catalog/entries.ts'
import { signaturesOf } from '../catalog/signature.ts'
import type { Ranked } from '../rank/rank.ts'
import type { DiscoverResult, FoundResult, Verbosity } from './results.ts'
import {
  capabilityDetails,
  capabilitySummary,
  stepSummary,
  toolDetails,
  toolSummary,
} from './summaries.ts'
import type { View } from './view.ts'

/** A hit as callers see it, at the chosen verbosity. */
export function toResult(
  view: View,
  { entry, score, because }: Ranked,
  verbosity: Verbosity,
  all: readonly Ranked[],
  { language, exact }: Reader,
): FoundResult {
  const found = view.index.entries[entry]
  const note = found && entry !== exact ? noteOf(view, found, all, language) : undefined
  return expand(
    view,
    {
      id: found?.id ?? '',
      type: found?.type ?? 'tool',
      intent: found?.intent ?? '',
      score: Math.round(score * 100) / 100,
      ...(note ? { note } : {}),
      ...(because ? { because } : {}),
    },
    verbosity,
  )
}

/** Who asked: in which language, and the entry that was named outright. */
interface Reader {
  readonly language: Language
  readonly exact: number | undefined
}

/** Where a step comes from, and that a whole does more than its step that was found too. */
function noteOf(
  view: View,
  entry: Entry,
  all: readonly Ranked[],
  language: Language,
): string | undefined {
  const isFrench = language === 'fr'
  if (entry.step) {
    const { capability, number, of } = entry.step
    return isFrench
      ? `Extrait de ${capability} (étape ${number}/${of})`
      : `Taken from ${capability} (step ${number}/${of})`
  }
  if (entry.type !== 'capability') return undefined
  const step = all
    .map((hit) => view.index.entries[hit.entry])
    .find((other) => other?.step?.capability === entry.id)?.step
  const capability = view.capabilities.get(entry.id)
  if (!step || !capability) return undefined
  const action = stepSummary(capability, step.number).pipeline?.[0]?.action ?? ''
  const name = actionName(action, language).toLowerCase()
  return isFrench ? `Contient ${name} mais fait plus` : `Contains ${name} but does more`
}

/** The same result with what the verbosity adds. */
export function expand(view: View, result: DiscoverResult, verbosity: Verbosity): FoundResult {
  if (verbosity === 'minimal') return result
  const tool = view.tools.get(result.id)
  if (tool && verbosity === 'code') return { ...result, signatures: signaturesOf(tool) }
  if (tool) {
    const runs = view.runsOf(tool.id)
    return {
      ...result,
      summary: toolSummary(tool, runs),
      ...(verbosity === 'full' ? { details: toolDetails(tool, runs) } : {}),
    }
  }
  const skill = view.skills.get(result.id)
  if (skill) return expandSkill(result, skill, verbosity)
  return expandCapability(view, result, verbosity)
}

/** Its text is asked for by itself: it may be on another machine, and is long. */
function expandSkill(
  result: DiscoverResult,
  { id, description, files }: CatalogSkill,
  verbosity: Verbosity,
): DiscoverResult {
  if (verbosity !== 'full') return { ...result, summary: {} }
  const missing = [`instructions: see pml_get_details {"id":"${id}"}`]
  return { ...result, summary: {}, details: { description, files, missing } }
}

function expandCapability(
  view: View,
  result: DiscoverResult,
  verbosity: Verbosity,
): DiscoverResult {
  const [id = '', step] = result.id.split('#step')
  const capability = view.capabilities.get(id)
  if (!capability) return result
  const summary = step ? stepSummary(capability, Number(step)) : capabilitySummary(capability, view)
  const details = capabilityDetails(capability, view.followersOf(capability))
  return { ...result, summary, ...(verbosity === 'full' ? { details } : {}) }
}
