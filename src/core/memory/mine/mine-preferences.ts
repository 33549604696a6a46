import { termsOf } from '../../text/terms.ts'
import { withoutInjected } from '../inject/loop-guard.ts'

/** A sentence that says how somebody wants things done, not what is to be done now. */
const wish =
  /\b(?:always|never(?! mind)|prefer|from now on|don['’]t (?:use|add|write|ever)|do not (?:use|add|write|ever)|make sure (?:to|you)|instead of)\b/i

const leastWords = 4
const mostWords = 40
/** A longer message is a template or something pasted, not what somebody typed. */
const mostChars = 1500
/** Share of words that two ways to say it have in common. */
const leastShared = 0.7

interface Saying {
  readonly text: string
  readonly agent: string
  readonly session: string
  readonly folder: string
}

/** Wishes that were said at least twice, in different messages. */
export function minePreferences(sayings: readonly Saying[]): readonly {
  readonly text: string
  readonly confidence: number
  readonly said: readonly Saying[]
}[] {
  const groups: { readonly terms: ReadonlySet<string>; readonly said: Saying[] }[] = []
  for (const saying of sayings) {
    if (saying.text.length > mostChars) continue
    const inMessage = new Set<(typeof groups)[number]>()
    for (const sentence of sentencesOf(withoutInjected(saying.text))) {
      const terms = new Set(termsOf(sentence))
      const group = groups.find(
        (one) => !inMessage.has(one) && shared(one.terms, terms) >= leastShared,
      )
      const said = { ...saying, text: sentence }
      if (group) group.said.push(said)
      const known = group ?? { terms, said: [said] }
      if (!group) groups.push(known)
      inMessage.add(known)
    }
  }
  return groups
    .filter(({ said }) => said.length > 1)
    .map(({ said }) => ({
      text: said.at(-1)?.text ?? '',
      confidence: Math.min(0.95, 0.7 + 0.1 * (said.length - 1)),
      said,
    }))
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim().replace(/^[-*•]\s+/, ''))
    .filter((sentence) => {
      const words = sentence.split(/\s+/).length
      return wish.test(sentence) && words >= leastWords && words <= mostWords
    })
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((term) => b.has(term)).length
  return both / Math.max(1, a.size + b.size - both)
}
