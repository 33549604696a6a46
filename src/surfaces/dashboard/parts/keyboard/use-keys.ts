import { useLayoutEffect, useRef } from 'preact/hooks'

type Commands = Readonly<Record<string, () => void>>

/** Keys that do something by themselves, except while somebody types or holds another key. */
export function useKeys(commands: Commands): void {
  const latest = useRef(commands)
  latest.current = commands
  // What can be seen can be used: the keys are there with it, not a frame later.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = latest.current[event.key]
      if (!command || isForAnother(event)) return
      event.preventDefault()
      command()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function isForAnother({ target, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  if (metaKey || ctrlKey || altKey) return true
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog[open]') !== null
  )
}
