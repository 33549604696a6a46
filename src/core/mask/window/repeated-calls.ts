import type { Observation } from '../facts/turns.ts'

/** Notices an agent that asks again for what was masked, so that the answer is not masked twice. */
interface RepeatedCalls {
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

interface Known {
  /** The turn whose commit masked a result of this call. */
  maskedAt: number
  /** The place of the newest answer to a repetition; -1 when there is none. */
  keptAt: number
}

/** The newest answer to a repeated call outlives one commit: a loop is broken at the price of one copy. */
export function repeatedCalls(isOn: boolean): RepeatedCalls {
  const byTool = new Map<string, Map<string, Known>>()
  let count = 0

  function find({ tool, call }: Observation): Known | undefined {
    return byTool.get(tool)?.get(inputText(call.input))
  }

  function callsOf(tool: string): Map<string, Known> {
    const known = byTool.get(tool) ?? new Map<string, Known>()
    if (known.size === 0) byTool.set(tool, known)
    return known
  }

  return {
    arrive(observation) {
      const known = find(observation)
      // The call was made before its own turn's commit: that one is not what it repeats.
      if (!known || known.maskedAt >= observation.turn) return
      known.keptAt = observation.at
      count++
    },
    mask(observation, turn) {
      if (!isOn) return
      const ofTool = callsOf(observation.tool)
      const input = inputText(observation.call.input)
      if (!ofTool.has(input)) ofTool.set(input, { maskedAt: turn, keptAt: -1 })
    },
    isKept: (observation) => count > 0 && find(observation)?.keptAt === observation.at,
    spare(observation) {
      const known = count > 0 ? find(observation) : undefined
      if (known?.keptAt === observation.at) known.keptAt = -1
    },
    count: () => count,
  }
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input)
}
