import { useState } from 'preact/hooks'

interface TwiceButtonProps {
  readonly label: string
  /** What the second click says. */
  readonly sure: string
  readonly onSure: () => void
  readonly name?: string
}

/** A button for what cannot be undone: the first click asks, the second does it. */
export function TwiceButton({ label, sure, onSure, name }: TwiceButtonProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <button
      type="button"
      class={isAsked ? 'button button-quiet button-danger' : 'button button-quiet'}
      aria-label={name === undefined ? undefined : `${isAsked ? sure : label}: ${name}`}
      onBlur={() => setAsked(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isAsked) return
        event.preventDefault()
        setAsked(false)
      }}
      onClick={() => {
        if (isAsked) onSure()
        setAsked(!isAsked)
      }}
    >
      {isAsked ? sure : label}
    </button>
  )
}
