import { foldText } from '../../../text/fold.ts'

/**
 * The numbers, dates, names and quotations of an answer that the evidence does not hold. What the
 * question already said may be repeated. No model is asked: what it finds is missing, is missing.
 */
export function unsupportedSpans(
  answer: string,
  evidence: readonly string[],
  question: string,
): readonly string[] {
  const spoken = withoutMarkers(answer)
  const held = normalise([...evidence, question].join('\n'))
  const numbers = new Set(numbersIn([...evidence, question].join('\n')))
  const words = new Set(held.split(' '))
  return [
    ...new Set([
      ...quotations(spoken).filter((quote) => !held.includes(normalise(quote))),
      ...numbersIn(spoken).filter((number) => !numbers.has(number)),
      ...names(spoken).filter(
        (name) =>
          !normalise(name)
            .split(' ')
            .every((word) => words.has(word)),
      ),
    ]),
  ]
}

/** `[1]` and `[2, 3]` are references, not numbers of the answer. */
export function withoutMarkers(answer: string): string {
  return answer.replace(/\[\d+(?:\s*,\s*\d+)*\]/g, ' ')
}

function numbersIn(text: string): readonly string[] {
  return (text.match(/\d+(?:[.,:/]\d+)*/g) ?? []).map((number) =>
    number.replace(/[,\u00a0](?=\d{3}\b)/g, ''),
  )
}

function quotations(text: string): readonly string[] {
  return [...text.matchAll(/["“«]\s*([^"“”«»]{3,}?)\s*["”»]/g)].map(([, quote = '']) => quote)
}

/** Capitalised words inside a sentence; the first word of one is capitalised anyway. */
function names(text: string): readonly string[] {
  const found: string[] = []
  for (const sentence of text.split(/(?<=[.!?:;])\s+|\n+/)) {
    const inner = sentence.trim().replace(/^[^\p{L}\p{N}]*[\p{L}\p{N}\p{M}'’-]+/u, '')
    for (const [name] of inner.matchAll(
      /\p{Lu}[\p{L}\p{N}\p{M}'’-]+(?:\s+\p{Lu}[\p{L}\p{N}\p{M}'’-]+)*/gu,
    ))
      found.push(name)
  }
  return found
}

function normalise(text: string): string {
  return foldText(text)
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
