import { EngineError } from '../../../errors.ts'
import type { SentResult } from '../../../ports/store/sent-results.ts'
import type { Conversation } from '../../wire/conversation.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import type { Observation } from '../facts/turns.ts'
import { type VisibleText, type VisibleTexts, visibleTextsOf } from './echo/visible-texts.ts'
import { defuseMarkers, type IsOurs } from './foreign-markers.ts'
import { isSieved } from './marker.ts'
import { labelOfCall } from './output/label-of-call.ts'
import { outputKind } from './output/output-kind.ts'
import { isSameCall, namesOmission } from './read-back.ts'
import { type Entered, type Recalled, type RecallPlaces, recall, sentBy } from './recall.ts'
import type { SentMemory } from './sent-memory.ts'
import {
  type EchoSource,
  type EntrySettings,
  type PruneOutput,
  type Shortened,
  sieveResult,
} from './sieve-result.ts'
import { type Omission, omissionsIn, shortWayBack, waysBack } from './way-back.ts'

export interface EntryDeps {
  readonly memory: SentMemory
  readonly prune?: PruneOutput | undefined
  /** Makes sure that texts can be brought back by their ids; refuses when it cannot. */
  readonly keepOriginals: (originals: readonly LeftOut[]) => Promise<void>
  readonly onNotKept: (error: EngineError) => void
  /** Whether something was left out under an id; absent: all markers are taken for ours. */
  readonly isOurs?: IsOurs | undefined
  /** Where what is left out lies as a file; absent where there are none. */
  readonly pathOf?: ((id: string) => string) | undefined
}

/** A text of which part is left out. */
export interface LeftOut {
  readonly id: string
  readonly text: string
  readonly tool: string
  readonly how: Shortened['how']
}

/** The sieve on entry: each result is decided about once, before it is first sent. */
export interface EntrySieve {
  /** Without places everything is asked for. */
  recall(conversation: Conversation, facts: ResultFacts, places?: RecallPlaces): Promise<Recalled>
  /** Decides about what nobody has seen. It is on record before this resolves. */
  decide(recalled: Recalled, terms: EntryTerms): Promise<readonly Entered[]>
}

interface EntryTerms {
  readonly conversation: Conversation
  readonly facts: ResultFacts
  readonly settings: EntrySettings
  /** Results that are masked in this request. */
  readonly isMasked: (observation: Observation) => boolean
  readonly places?: RecallPlaces | undefined
  /** What stands for masked parts of the conversation. */
  readonly placeholders?: readonly Omission[] | undefined
}

/** What the model can see before a result. */
interface InSight {
  readonly inSight: VisibleTexts
  readonly labels: ReadonlyMap<string, EchoSource>
  readonly wayBack: (id: string) => string
  readonly wayBackInShort: (id: string) => string
}

export function createEntrySieve(deps: EntryDeps): EntrySieve {
  const finder = { memory: deps.memory, owner: {} }

  async function shorten(
    { results }: Recalled,
    terms: EntryTerms,
  ): Promise<ReadonlyMap<string, Shortened>> {
    const { isMasked, places } = terms
    const visibleTexts = visibleTextsOf(places?.records?.memory)
    const masked = new Set(results.filter((one) => isMasked(one.observation)).map(({ key }) => key))
    const { wayBack } = waysBack(deps.pathOf, omissionsIn(results, terms.placeholders))
    const unmasked = results.filter(({ key }) => !masked.has(key))
    const wayBackInShort = shortWayBack(wayBack, omissionsIn(unmasked, terms.placeholders))
    const ways = { wayBack, wayBackInShort }
    const leftOut = results.filter((one) => one.sent !== undefined || masked.has(one.key))
    const labels = new Map<string, EchoSource>()
    const visible: VisibleText[] = []
    const shortened = new Map<string, Shortened>()
    const shortenNew = async (result: Entered): Promise<Shortened | undefined> => {
      if (isSieved(result.text)) return defuse(result, terms)
      if (staysWhole(result, leftOut)) return undefined
      const inSight = visibleTexts(visible, (hidden) => masked.has(hidden))
      return shortenOne(result, { ...terms, ...ways, inSight, labels })
    }
    for (const result of results) {
      const { observation, text, key } = result
      // Two calls of one id, input and output share a record: it would stand for the first, too.
      const isShortenable = result.isOpen && !labels.has(key)
      const short = isShortenable ? await shortenNew(result) : undefined
      if (short) shortened.set(key, short)
      visible.push({ key, text: shortened.get(key)?.text ?? result.sent?.text ?? text })
      labels.set(key, sourceOf(observation))
    }
    return shortened
  }

  async function defuse(
    { observation: { tool, call }, text }: Entered,
    { settings: { locale } }: EntryTerms,
  ): Promise<Shortened | undefined> {
    if (!deps.isOurs) return undefined
    const isFile = outputKind(tool, call.input, text) === 'file'
    const defused = await defuseMarkers(text, deps.isOurs, isFile, locale)
    return defused === undefined ? undefined : { text: defused, how: 'defuse', refersTo: [] }
  }

  function shortenOne(
    { observation, text }: Entered,
    { conversation, facts, settings, inSight, labels, ...ways }: EntryTerms & InSight,
  ): Promise<Shortened | undefined> {
    const goal = goalBefore(conversation, observation.at)
    const result = { observation, text, goal, id: facts.idOf(text), ...ways }
    return sieveResult(result, settings.echo ? inSight : undefined, labels, deps.prune, settings)
  }

  /** What stands on record is sent; nothing is left out when the record cannot be written. */
  async function putOnRecord(
    { results }: Recalled,
    shortened: ReadonlyMap<string, Shortened>,
    { facts, places }: EntryTerms,
  ): Promise<readonly Entered[]> {
    const leftOut = results.flatMap((result) => toLeftOut(result, shortened.get(result.key), facts))
    const isRecoverable = await isKept(leftOut)
    const wanted = results
      .filter(({ isOpen }) => isOpen)
      .map((one) => toRecord(one, isRecoverable ? shortened.get(one.key) : undefined, facts))
    const kept = await deps.memory.keep(wanted, places?.records)
    const stands = new Map(kept.map((one) => [one.key, one]))
    const inSight = new Set(results.map(({ key }) => key))
    return results.map((result) => {
      if (!result.isOpen) return result
      const isDefused = shortened.get(result.key)?.how === 'defuse'
      return { ...result, isDefused, ...sentBy(stands.get(result.key), inSight) }
    })
  }

  /** What cannot be brought back is not left out. */
  async function isKept(leftOut: readonly LeftOut[]): Promise<boolean> {
    try {
      await deps.keepOriginals(leftOut)
      return true
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      deps.onNotKept(error)
      return false
    }
  }

  return {
    recall: (conversation, facts, places = {}) => recall(finder, conversation, facts, places),
    async decide(recalled, terms) {
      const { results, isComplete } = recalled
      if (!isComplete || !results.some(({ isOpen }) => isOpen)) return results
      return putOnRecord(recalled, await shorten(recalled, terms), terms)
    },
  }
}

function toRecord(
  { key, text, observation: { turn } }: Entered,
  shortened: Shortened | undefined,
  facts: ResultFacts,
): SentResult {
  if (!shortened) return { key, text: null, refersTo: [], omissionId: null, turn }
  const omissionId = shortened.omissionId ?? facts.idOf(text)
  return { key, text: shortened.text, refersTo: shortened.refersTo, omissionId, turn }
}

function toLeftOut(
  { text, observation: { tool } }: Entered,
  shortened: Shortened | undefined,
  facts: ResultFacts,
): readonly LeftOut[] {
  if (!shortened) return []
  return [{ id: shortened.omissionId ?? facts.idOf(text), text, tool, how: shortened.how }]
}

/** What is asked for again after it was left out comes whole, unless it has changed: the agent wants to see it. */
function staysWhole({ observation, text }: Entered, leftOut: readonly Entered[]): boolean {
  if (namesOmission(observation)) return true
  return leftOut.some((one) => one.text === text && isSameCall(one.observation, observation))
}

/** A call is told by how it begins, and by its id. */
const longestLabel = 40

function sourceOf({ call, tool }: Observation): EchoSource {
  return { callId: call.callId, label: labelOfCall(tool, call.input, longestLabel) }
}

/** What the user last said before a place. */
function goalBefore(conversation: Conversation, at: number): string {
  const said = conversation
    .slice(0, at)
    .findLast((entry) => entry.kind === 'text' && entry.text !== '')
  return said?.kind === 'text' ? said.text : ''
}
