import { useMemo, useState } from 'preact/hooks'
import { markHidden } from '../../../../core/text/mark-hidden.ts'
import { say } from '../../locale/say.ts'

import { scrollable } from '../../parts/scrollable.ts'
import { lineDifference } from './line-difference.ts'

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
