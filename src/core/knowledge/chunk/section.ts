/** A stretch of a text that belongs together; the sections of a text follow each other without a gap. */
export interface Section {
  /** Offsets into the text, `end` exclusive. */
  readonly start: number
  readonly end: number
  readonly headingPath: readonly string[]
  readonly page?: number
}

/** Where a section begins and under which headings; it runs to the next beginning. */
export interface SectionStart {
  readonly start: number
  readonly headingPath: readonly string[]
  readonly page?: number
}

/** Sections from their beginnings, in order; text before the first has no heading. */
export function sectionsFrom(text: string, starts: readonly SectionStart[]): readonly Section[] {
  const first = starts[0]
  const all = first && first.start === 0 ? starts : [{ start: 0, headingPath: [] }, ...starts]
  return all
    .map((one, at) => ({ ...one, end: all[at + 1]?.start ?? text.length }))
    .filter(({ start, end }) => end > start)
}
