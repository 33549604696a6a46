import { isFields } from '../../../wire/content.ts'

/** What a tool printed, inside the report that an agent makes of it. */
interface PrintedText {
  readonly text: string
  /** The same report around another text. */
  around(text: string): string
}

/** Less of it than this is not what a report is about. */
const leastShare = 0.8

/**
 * Some agents hand a result on as JSON, `[{"query":"npm test","result":"…","success":false}]`: its one
 * long string is what was printed, and all lines of it stand on one. Anything else is taken as it is.
 */
export function printedText(whole: string): PrintedText {
  const plain = { text: whole, around: (text: string) => text }
  if (!/^\s*[[{]/.test(whole)) return plain
  const text = longestString(parsed(whole))
  if (text === undefined || !text.includes('\n')) return plain
  // Every byte around it stays; one that is written in another way than ours is left alone.
  const written = JSON.stringify(text)
  const at = whole.indexOf(written)
  if (at === -1 || written.length < whole.length * leastShare) return plain
  const [before, after] = [whole.slice(0, at), whole.slice(at + written.length)]
  return { text, around: (short) => `${before}${JSON.stringify(short)}${after}` }
}

/** Of a report: an object, or a list of just one. */
function longestString(value: unknown): string | undefined {
  const report = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (!isFields(report)) return undefined
  let longest: string | undefined
  for (const field of Object.values(report))
    if (typeof field === 'string' && field.length > (longest?.length ?? 0)) longest = field
  return longest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
