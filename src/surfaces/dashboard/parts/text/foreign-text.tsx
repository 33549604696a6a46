import { markHidden } from '../../../../core/text/mark-hidden.ts'
import { say } from '../../locale/say.ts'

/** Longer texts are cut where they are only glanced at: a line may be a megabyte long. */
const mostChars = 600

/** Text that came from outside, as text and nothing else. */
export function ForeignText({ text, most = mostChars }: { text: string; most?: number }) {
  const isCut = text.length > most
  return (
    <bdi class="foreign" title={isCut ? say('{} characters', text.length) : undefined}>
      {markHidden(isCut ? text.slice(0, most) : text)}
      {isCut && <span class="faint"> {say('… {} more characters', text.length - most)}</span>}
    </bdi>
  )
}
