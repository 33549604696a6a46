import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { say } from '../../locale/say.ts'
import { useKeys } from '../../parts/keyboard/use-keys.ts'

/** Finds words in the messages and goes from one message that has them to the next. */
export function FindBar({ list }: { list: RefObject<HTMLOListElement | null> }) {
  const [text, setText] = useState('')
  const [place, setPlace] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  const go = (step: number): void => {
    const wanted = text.toLowerCase()
    const items = [...(list.current?.children ?? [])].filter(
      (item): item is HTMLElement => item instanceof HTMLElement,
    )
    const found = items.filter((item) => item.textContent?.toLowerCase().includes(wanted))
    const now = found.findIndex((item) => item.dataset.found === 'true')
    for (const item of items) delete item.dataset.found
    const next = found[(now + step + found.length) % Math.max(1, found.length)]
    if (next) {
      next.dataset.found = 'true'
      next.scrollIntoView({ block: 'start' })
    }
    setPlace(next ? say('{} of {}', found.indexOf(next) + 1, found.length) : say('not found'))
  }
  return (
    <span class="find-bar">
      <input
        class="input"
        type="search"
        ref={field}
        aria-label={say('Find in this request')}
        placeholder={say('Find …')}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setPlace('')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text !== '') go(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <span class="soft number" role="status">
        {place}
      </span>
    </span>
  )
}
