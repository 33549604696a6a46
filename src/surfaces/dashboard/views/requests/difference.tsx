import { useMemo, useState } from 'preact/hooks'
import { markHidden } from '../../../../core/text/mark-hidden.ts'
import { say } from '../../locale/say.ts'
import { scrollable } from '../../parts/keyboard/scrollable.ts'

const mostLines = 400
const mostChars = 2000

/** What was left out and what stands there instead, line by line. */
export function Difference({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => lineDifference(before, after), [before, after])
  const [shown, setShown] = useState(mostLines)
  return (
    <>
      <div class="long-text difference mono" {...scrollable}>
        {lines.slice(0, shown).map(({ kind, text }, at) => (
          <div key={at} class="difference-line" data-kind={kind}>
            <span aria-hidden="true">{{ same: ' ', gone: '−', new: '+' }[kind]}</span>
            <bdi>{markHidden(text.slice(0, mostChars))}</bdi>
          </div>
        ))}
      </div>
      {lines.length > shown && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => setShown(shown + 10 * mostLines)}
        >
          {say('Show more of {} lines', lines.length)}
        </button>
      )}
    </>
  )
}

/** Lines of two texts in order: in both, only before, or only after. */
interface DifferenceLine {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/**
 * What became of a text whose lines were left out and replaced by markers: every line of the shorter one
 * is looked for in what follows of the longer one. Lines are never reordered by a sieve, so one pass is enough.
 */
export function lineDifference(before: string, after: string): readonly DifferenceLine[] {
  const old = before.split('\n')
  const places = Map.groupBy(old.keys(), (at) => old[at] ?? '')
  const lines: DifferenceLine[] = []
  let from = 0
  for (const text of after.split('\n')) {
    const at = places.get(text)?.find((place) => place >= from)
    if (at === undefined) {
      lines.push({ kind: 'new', text })
      continue
    }
    for (const gone of old.slice(from, at)) lines.push({ kind: 'gone', text: gone })
    lines.push({ kind: 'same', text })
    from = at + 1
  }
  return [...lines, ...old.slice(from).map((text) => ({ kind: 'gone' as const, text }))]
}
