import type { ComponentChildren } from 'preact'

/** A message of the page; each `{}` takes the next value. */
export function say(message: string, ...values: readonly (string | number)[]): string {
  let next = 0
  return message.replaceAll('{}', () => String(values[next++] ?? ''))
}

/** The same with elements in the places of `{}`. */
export function sayWith(message: string, ...values: readonly ComponentChildren[]) {
  return message
    .split('{}')
    .flatMap((part, at): ComponentChildren[] => (at === 0 ? [part] : [values[at - 1], part]))
}
