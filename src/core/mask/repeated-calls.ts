import type { Observation } from './turns.ts'

/** Notices an agent that asks again for what was masked, so that the answer is not masked twice. */
export interface RepeatedCalls {
  /** Called for each result as it comes. */
  arrive(observation: Observation): void
  /** Called for each result that the commit at `turn` masks. */
  mask(observation: Observation, turn: number): void
  isKept(observation: Observation): boolean
  /** Called for each kept result that a commit passed over: the next commit may take it. */
  spare(observation: Observation): void
  /** How many calls repeated one whose result was masked at the time. */
  count(): number
}

/** The newest answer to a repeated call outlives one commit: a loop is broken at the price of one copy. */
export function repeatedCalls(isOn: boolean): RepeatedCalls {
  const maskedAtTurn = new Map<string, number>()
  const keptAt = new Map<string, number>()
  let count = 0
  return {
    arrive(observation) {
      if (!isOn || maskedAtTurn.size === 0) return
      const key = signature(observation)
      // The call was made before its own turn's commit: that one is not what it repeats.
      if ((maskedAtTurn.get(key) ?? Number.POSITIVE_INFINITY) >= observation.turn) return
      keptAt.set(key, observation.at)
      count++
    },
    mask(observation, turn) {
      if (!isOn) return
      const key = signature(observation)
      if (!maskedAtTurn.has(key)) maskedAtTurn.set(key, turn)
    },
    isKept: (observation) =>
      keptAt.size > 0 && keptAt.get(signature(observation)) === observation.at,
    spare(observation) {
      if (keptAt.size > 0 && this.isKept(observation)) keptAt.delete(signature(observation))
    },
    count: () => count,
  }
}

function signature({ tool, call }: Observation): string {
  return `${tool}\n${typeof call.input === 'string' ? call.input : JSON.stringify(call.input)}`
}
