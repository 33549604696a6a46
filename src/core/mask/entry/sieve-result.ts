import type { Observation } from '../turns.ts'
import { hashLines } from './hashed-lines.ts'
import { labelOfCall } from './label-of-call.ts'
import { leaveOutEchoes } from './leave-out-echoes.ts'
import { echoMarker, type MarkerLocale, wholeTextMarker } from './marker.ts'
import { type OutputKind, outputKind } from './output-kind.ts'
import type { VisibleTexts } from './visible-texts.ts'

/** A text of which part was left out before it was first sent. */
export interface Shortened {
  readonly text: string
  readonly how: 'echo' | 'prune'
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

export interface NewResult {
  readonly observation: Observation
  readonly text: string
  /** What the user last asked for. */
  readonly goal: string
  /** The id it would get if lines of it were left out. */
  readonly id: string
  /** How an agent gets the whole of a text by its id. */
  readonly wayBack: (id: string) => string
}

/** Prunes an output by what was asked; `undefined` when it stays whole. */
export type PruneOutput = (
  text: string,
  asked: { readonly goal: string; readonly kind: OutputKind },
) => Promise<{ readonly text: string; readonly id: string } | undefined>

/** So many lines stay on either side of what changed in a file: enough to edit there. */
const fileContextLines = 3

/** What is sent for a result that nobody has seen yet; `undefined` when that is the whole of it. */
export async function sieveResult(
  { observation, text, goal, id, wayBack }: NewResult,
  visible: VisibleTexts | undefined,
  labels: ReadonlyMap<string, EchoSource>,
  prune: PruneOutput | undefined,
  { pruneMinChars, locale }: EntrySettings,
): Promise<Shortened | undefined> {
  const kind = outputKind(observation.tool, observation.call.input)
  const echoed = visible && echoes(text, kind, visible, labels, wayBack(id), locale)
  const isPruned = prune && (kind === 'run' || kind === 'page') && text.length >= pruneMinChars
  const pruned = isPruned ? await prune(text, { goal: goalOf(goal, observation), kind }) : undefined
  if (!pruned) return echoed
  const marked = `${pruned.text}\n${wholeTextMarker(wayBack(pruned.id), locale)}`
  if (marked.length >= (echoed?.text.length ?? text.length)) return echoed
  return { text: marked, how: 'prune', refersTo: [], omissionId: pruned.id }
}

/** An earlier result as a marker names it. */
export interface EchoSource {
  readonly callId: string
  readonly label: string
}

function echoes(
  text: string,
  kind: OutputKind,
  { index, keys }: VisibleTexts,
  labels: ReadonlyMap<string, EchoSource>,
  wayBack: string,
  locale: MarkerLocale,
): Shortened | undefined {
  const lines = hashLines(text)
  const echoed = leaveOutEchoes(lines, index.find(lines), {
    contextLines: kind === 'file' ? fileContextLines : 0,
    mark(run, isFirst) {
      const source = labels.get(keys[run.source] ?? '')
      return echoMarker(
        {
          first: run.from + 1,
          last: run.to,
          callId: source?.callId ?? '',
          label: source?.label ?? '',
          sourceFirst: run.sourceFrom + 1,
          wayBack: isFirst ? wayBack : undefined,
        },
        locale,
      )
    },
  })
  if (!echoed || echoed.text.length >= text.length) return undefined
  return {
    text: echoed.text,
    how: 'echo',
    refersTo: echoed.sources.map((source) => keys[source] ?? ''),
  }
}

/** The user's words, and those of the call itself: a search asks for something of its own. */
function goalOf(goal: string, { tool, call }: Observation): string {
  return [goal, labelOfCall(tool, call.input)].filter((words) => words !== '').join('\n')
}
