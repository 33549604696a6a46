import { useState } from 'preact/hooks'
import { say } from '../../locale/say.ts'

const saidForMs = 1500

/** Puts a text on the clipboard and says so in its own label. */
export function CopyButton({ text, label = say('Copy') }: { text: string; label?: string }) {
  const [said, setSaid] = useState('')
  const copy = async (): Promise<void> => {
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setSaid(isDone ? say('Copied') : say('Not allowed'))
    setTimeout(() => setSaid(''), saidForMs)
  }
  return (
    <button type="button" class="button button-quiet" onClick={() => void copy()}>
      <span aria-live="polite">{said || label}</span>
    </button>
  )
}
