/** Something that sessions show may be worth remembering; nothing is kept until somebody says so. */
export interface Proposal {
  readonly kind: 'fix' | 'command' | 'preference'
  readonly text: string
  /** In 0..1: how sure the pattern is. */
  readonly confidence: number
  /** The folder of the sessions it comes from, where they have one in common. */
  readonly folder: string
  readonly evidence: readonly Evidence[]
}

interface Evidence {
  readonly agent: string
  readonly session: string
  readonly quote: string
}

/** A line of at most so many characters, as part of a sentence. */
export function inShort(text: string, chars = 120): string {
  const line = text
    .replace(/ ?\(\d[\d.]* ?m?s\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line
}
