import type { Say } from '../core/text/say.ts'

/** A page of facts, each beside its name in the reader's language; what is empty is left out. */
export function toPage(
  facts: readonly (readonly [name: string, value: string | number | undefined])[],
  say: Say,
): string {
  const told = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [say(name), String(value)] as const)
  const width = Math.max(...told.map(([name]) => name.length))
  const below = `\n${' '.repeat(width + 2)}`
  return told
    .map(([name, value]) => `${name.padEnd(width)}  ${value.replaceAll('\n', below)}`)
    .join('\n')
}
