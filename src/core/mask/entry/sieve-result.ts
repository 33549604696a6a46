import type { ResultEntry } from '../../wire/conversation.ts'
import type { Observation } from '../facts/turns.ts'
import { hashLines } from './echo/hashed-lines.ts'
import { charsOfMarker, leaveOutEchoes } from './echo/leave-out-echoes.ts'
import type { VisibleTexts } from './echo/visible-texts.ts'
import { echoMarker, foldMarker, type MarkerLocale, wholeTextMarker } from './marker.ts'
import { foldListing } from './output/fold-listing.ts'
import { labelOfCall } from './output/label-of-call.ts'
import { commandOf, type OutputKind, outputKind } from './output/output-kind.ts'

/** A text of which part was left out before it was first sent. */
export interface Shortened {
  readonly text: string
  readonly how: 'echo' | 'fold' | 'prune' | 'defuse'
  /** Keys of the earlier results it refers to. */
  readonly refersTo: readonly string[]
  /** What brings the whole back, where the shortening gave it an id of its own. */
  readonly omissionId?: string
}

export interface EntrySettings {
  /** Whether lines that can be seen already are left out. */
  readonly echo: boolean
  /** Output of runs and pages of at least so many characters is pruned. */
  readonly pruneMinChars: number
  readonly locale: MarkerLocale
}

interface NewResult {
  readonly observation: Observation
  readonly text: string
  /** What the user last asked for. */
  readonly goal: string
  /** The id it would get if lines of it were left out. */
  readonly id: string
  /** How an agent gets the whole of a text by its id. */
  readonly wayBack: (id: string) => string
  /** The same in short where the model has been told the rest: an echo stands for what is in sight. */
  readonly wayBackInShort: (id: string) => string
}

/** What is asked of an output. */
export interface PruneQuestion {
  readonly kind: OutputKind
  /** Empty for a run: what went wrong in it, and how it ended, is what everybody wants of it. */
  readonly goal: string
  /** How the program ended, where the result says so. */
  readonly exitCode: number | undefined
}

/** Prunes an output by what was asked; `undefined` when it stays whole. */
export type PruneOutput = (
  text: string,
  asked: PruneQuestion,
) => Promise<{ readonly text: string; readonly id: string } | undefined>

/** So many lines stay on either side of what changed in a file: enough to edit there, as all around it is in sight. */
const fileContextLines = 1

/** What is sent for a result that nobody has seen yet; `undefined` when that is the whole of it. */
export async function sieveResult(
  result: NewResult,
  visible: VisibleTexts | undefined,
  labels: ReadonlyMap<string, EchoSource>,
  prune: PruneOutput | undefined,
  { pruneMinChars, locale }: EntrySettings,
): Promise<Shortened | undefined> {
  const { observation, text } = result
  const kind = outputKind(observation.tool, observation.call.input, text)
  const ways = [
    visible && echoes(result, kind, visible, labels, locale),
    kind === 'listing' ? folded(result, locale) : undefined,
    prune && text.length >= pruneMinChars ? await pruned(result, kind, prune, locale) : undefined,
  ]
  return shortest(ways, text.length)
}

function shortest(
  ways: readonly (Shortened | undefined)[],
  wholeChars: number,
): Shortened | undefined {
  let best: Shortened | undefined
  for (const way of ways) if (way && way.text.length < (best?.text.length ?? wholeChars)) best = way
  return best
}

/** Builds, tests, logs and pages alone are pruned. */
async function pruned(
  { observation, text, goal, wayBack }: NewResult,
  kind: OutputKind,
  prune: PruneOutput,
  locale: MarkerLocale,
): Promise<Shortened | undefined> {
  if (kind !== 'run' && kind !== 'page') return undefined
  const found = await prune(text, {
    kind,
    goal: kind === 'run' ? '' : goalOf(goal, observation),
    exitCode: outcomeOf(observation.result, text),
  })
  if (!found) return undefined
  const marker = wholeTextMarker(wayBack(found.id), locale)
  if (found.text.length + marker.length * charsOfMarker >= text.length) return undefined
  return {
    text: `${found.text}\n${marker}`,
    how: 'prune',
    refersTo: [],
    omissionId: found.id,
  }
}

function folded(
  { observation, text, id, wayBack }: NewResult,
  locale: MarkerLocale,
): Shortened | undefined {
  const listing = foldListing(text, commandOf(observation.call.input))
  if (!listing) return undefined
  const marker = foldMarker(listing.rows, wayBack(id), locale)
  if (listing.text.length + marker.length * charsOfMarker >= text.length) return undefined
  return { text: `${listing.text}\n${marker}`, how: 'fold', refersTo: [] }
}

/** An earlier result as a marker names it. */
export interface EchoSource {
  readonly callId: string
  readonly label: string
}

function echoes(
  { text, id, wayBack, wayBackInShort }: NewResult,
  kind: OutputKind,
  { index, keys }: VisibleTexts,
  labels: ReadonlyMap<string, EchoSource>,
  locale: MarkerLocale,
): Shortened | undefined {
  const way = wayBackInShort(id)
  const isWayKnown = way !== wayBack(id)
  const lines = hashLines(text)
  const echoed = leaveOutEchoes(lines, index.find(lines), {
    contextLines: kind === 'file' ? fileContextLines : 0,
    mark: (run, sourceBefore) =>
      echoMarker(
        {
          first: run.from + 1,
          last: run.to,
          source: sourceBefore === run.source ? undefined : named(keys[run.source], labels),
          sourceFirst: run.sourceFrom + 1,
          wayBack: sourceBefore === undefined ? way : undefined,
          isWayKnown,
        },
        locale,
      ),
  })
  if (!echoed || echoed.text.length >= text.length) return undefined
  return {
    text: echoed.text,
    how: 'echo',
    refersTo: echoed.sources.map((source) => keys[source] ?? ''),
  }
}

/** By what its call did, and by its id where another did the same. */
function named(key: string | undefined, labels: ReadonlyMap<string, EchoSource>) {
  const source = labels.get(key ?? '')
  if (!source) return undefined
  let alike = 0
  for (const { label } of labels.values()) if (label === source.label) alike++
  return alike > 1 ? source : { ...source, callId: undefined }
}

/** The user's words, and those of the call itself: a search asks for something of its own. */
function goalOf(goal: string, { tool, call }: Observation): string {
  return [goal, labelOfCall(tool, call.input)].filter((words) => words !== '').join('\n')
}

/** Where a harness says how a command ended: before its output or after it. */
const edge = 300

/** `<returncode>0</returncode>`, `Command exited with code 1`, `Exit Code: 0`, `"exit_code": 2`. */
const told =
  /(?:^\W{0,3}(?:(?:command|process)\s+)?(?:exit(?:ed)?|return(?:ed)?)[ _-]?(?:with )?(?:code|status)|"(?:exit_?code|returncode)")\W{1,3}(-?\d{1,5})\b/im

/** How a program ended, where its result says so: 0 is well. A flagged error failed, whatever its text says. */
export function outcomeOf(
  { isFlaggedError }: Pick<ResultEntry, 'isFlaggedError'>,
  text: string,
): number | undefined {
  const found = told.exec(text.slice(0, edge)) ?? told.exec(text.slice(-edge))
  const code = found?.[1] === undefined ? undefined : Number(found[1])
  return isFlaggedError ? code || 1 : code
}
