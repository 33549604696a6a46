import { useMemo } from 'preact/hooks'
import { markHidden } from '../../../../core/text/mark-hidden.ts'

/** Shorter ones are mostly of the kind every sentence has. */
const shortestWord = 4
const mostWords = 24

/** Words of a query worth marking where they stand. */
export function wordsOf(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const long = words.filter(({ length }) => length >= shortestWord)
  return [...new Set(long.length > 0 ? long : words)].slice(0, mostWords)
}

/** A text of others with some words marked; they are looked for as text, never as a pattern. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const parts = useMemo(() => split(markHidden(text), words), [text, words.join(' ')])
  return (
    <>
      {parts.map((part, at) =>
        at % 2 === 1 ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
      )}
    </>
  )
}

/** Odd parts are the words. */
function split(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [text]
  // Letters, digits and underscores alone: nothing in them has a meaning in a pattern.
  return text.split(new RegExp(`(${words.join('|')})`, 'giu'))
}
