import { lineIn, type ReadText } from './read-text.ts'

/** A key with its value, perhaps an item of a list. */
const field = /^(\s*(?:- )?["']?[\p{L}_$][\p{L}\p{N}_.$-]{0,40}["']?\s*[:=])\s+(\S.*)$/u
const fewestTimes = 3
/** Of the values of a field, so many differ where it holds names. */
const mostlyDifferent = 0.5

/**
 * How many lines have the field of each line, where its values are nearly all different: such a field
 * holds names, and none of them is rare for being unlike the others. 0 for every other line.
 */
export function namedFields(text: ReadText): Uint32Array {
  const fields = new Map<string, { readonly lines: number[]; readonly values: Set<string> }>()
  for (let line = 0; line < text.lines.count; line++) {
    const [, key, value] = field.exec(lineIn(text, line)) ?? []
    if (key === undefined || value === undefined) continue
    const known = fields.get(key) ?? { lines: [], values: new Set<string>() }
    known.lines.push(line)
    known.values.add(value)
    fields.set(key, known)
  }
  const times = new Uint32Array(text.lines.count)
  for (const { lines, values } of fields.values())
    if (lines.length >= fewestTimes && values.size > lines.length * mostlyDifferent)
      for (const line of lines) times[line] = lines.length
  return times
}
