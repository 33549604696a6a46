import { expect, test } from 'vitest'
import { judge } from '../scripts/soak/traffic/flatness.ts'
import type { Sample } from '../scripts/soak/traffic/sample.ts'

const name = 'heap after collection, MB'

/** Two hours of one value every ten seconds. */
function samplesOf(valueAt: (minute: number) => number): readonly Sample[] {
  return Array.from({ length: 720 }, (_, index) => ({
    seconds: index * 10,
    values: { [name]: valueAt(index / 6) },
  }))
}

const rounds = [7, 12, 18, 24, 30] as const
const phases = [0, 0.25, 0.5, 0.75] as const

test.each(rounds)(
  'traffic that comes round every %i minutes is flat, wherever it began',
  (round) => {
    for (const phase of phases) {
      const [verdict] = judge(samplesOf((minute) => 90 + 8 * ((minute / round + phase) % 1)))
      expect(verdict?.isFlat).toBe(true)
    }
  },
)

test.each(rounds)('what grows on top of rounds of %i minutes is not', (round) => {
  for (const phase of phases) {
    const [verdict] = judge(
      samplesOf((minute) => 90 + minute / 10 + 8 * ((minute / round + phase) % 1)),
    )
    expect(verdict?.isFlat).toBe(false)
  }
})

test('what fills in the first third and stays is flat', () => {
  const [verdict] = judge(samplesOf((minute) => 60 + Math.min(minute, 39)))
  expect(verdict?.isFlat).toBe(true)
})
