/** What goals say in several words, and what programs call it, as stems. */
const phrases: readonly { readonly said: RegExp; readonly terms: readonly string[] }[] = [
  {
    said: /\bat most\b|\b(?:may|can|could|allowed)\b.*\b(?:use|take|open|have|grow|hold)\b|\bup to\b|\bau (?:plus|maximum)\b/i,
    terms: ['max', 'limit'],
  },
  { said: /\bat least\b|\bau moins\b/i, terms: ['min'] },
  { said: /\bagain\b|\bà nouveau\b/i, terms: ['retri'] },
  { said: /\bcalled\b|\bs'appelle\b/i, terms: ['name', 'label'] },
  { said: /\bturn(?:ed)? away\b|\bsent back\b/i, terms: ['refus', 'deni'] },
  { said: /\bthrown? (?:out|away)\b/i, terms: ['evict', 'discard', 'drop'] },
  { said: /\bset aside\b/i, terms: ['reserv', 'alloc', 'buff'] },
  { said: /\b(?:leave|left)\b.*\bout\b/i, terms: ['exclud', 'ignor'] },
  { said: /\bin (?:all|total)\b|\ben tout\b/i, terms: ['total', 'found'] },
]

/** The stems that stand for the phrases of a goal: "at most" is written `max` or `limit`. */
export function phraseTerms(goal: string): readonly string[] {
  return phrases.flatMap(({ said, terms }) => (said.test(goal) ? terms : []))
}
