import { useState } from 'preact/hooks'
import { markHidden } from '../../../../core/text/mark-hidden.ts'
import { say } from '../../locale/say.ts'
import { scrollable } from '../keyboard/scrollable.ts'

const firstChars = 3000
const stepChars = 50_000

/** A text of any length, as it is; long ones open step by step. */
export function LongText({ text }: { text: string }) {
  // A rest too short to be worth a click is shown with it.
  const [shown, setShown] = useState(text.length < 2 * firstChars ? text.length : firstChars)
  const rest = text.length - shown
  return (
    <>
      <pre class="long-text foreign" dir="auto" {...scrollable}>
        {markHidden(text.slice(0, shown))}
      </pre>
      {rest > 0 && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => setShown(shown + stepChars)}
        >
          {say('Show {} of {} more characters', Math.min(rest, stepChars), rest)}
        </button>
      )}
    </>
  )
}
