/** Words by Zipf's law, the same for every run: word `n` is about `n` times as rare as the first. */
function madeText(seed: number, words: number): string {
  let state = seed * 2654435761 + 1
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: words }, () => spell(Math.floor(20_000 ** next()))).join(' ')
}

/** A number as a word of its own. */
function spell(number: number): string {
  return number.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? digit)
}

/** Documents of one chunk each, from the first number up to the last. */
export function* madeDocuments(first: number, last: number) {
  for (let at = first; at < last; at++)
    yield { id: `d${at}`, title: madeText(at + 1, 4), text: `${madeText(at + 500_000, 120)}.` }
}

export function madeQueries(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => madeText(at + 9_000_000, 9))
}
