const syllables = 'ba ce di fo gu la me ni po ru sta tre vi zo ka len mar nor pel ser'.split(' ')

/** Learnings of some 25 words from a vocabulary of 8,000 whose frequencies fall as in a language; the same each run. */
export function madeLearnings(count: number): readonly Readonly<Record<string, unknown>>[] {
  const random = seeded(7)
  const vocabulary = Array.from({ length: 8000 }, (_, at) => wordOf(at))
  const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? ''
  return Array.from({ length: count }, (_, at) => ({
    story: `PD-${1 + (at % 900_000)}`,
    gate: 5,
    tags: [word(), word()],
    text: Array.from({ length: 25 }, word).join(' '),
    domain: word(),
    scope: 'story',
    date: '2026-01-01',
    date_created: `2026-01-01T00:00:${String(at % 60).padStart(2, '0')}.000Z`,
  }))
}

/** Questions of six words from the same vocabulary. */
export function madeQueries(count: number): readonly string[] {
  const random = seeded(11)
  return Array.from({ length: count }, () =>
    Array.from({ length: 6 }, () => wordOf(Math.floor(8000 * random() ** 3))).join(' '),
  )
}

function wordOf(number: number): string {
  const base = syllables.length
  const [a, b, c] = [
    number % base,
    Math.floor(number / base) % base,
    Math.floor(number / base ** 2),
  ]
  return [a, b, c].map((digit) => syllables[digit] ?? 'x').join('')
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
