import fc from 'fast-check'
import { EngineError } from '../../src/errors.ts'

/** One door, what is thrown at it, and what must not happen. */
export interface FuzzTarget {
  readonly name: string
  readonly input: fc.Arbitrary<unknown>
  /** Rejects when the door broke its promise. */
  run(input: never): Promise<void>
}

export function target<Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  run: (input: Input) => Promise<void>,
): FuzzTarget {
  return { name, input, run }
}

/** No case may take longer than this. */
const timeoutMs = 10_000

export interface FuzzRun {
  readonly cases: number
  /** How to see the failure again; `undefined` when there was none. */
  readonly failure: string | undefined
}

/** Throws so many cases at a door; the same seed throws the same ones. */
export async function fuzz(
  { name, input, run }: FuzzTarget,
  cases: number,
  seed: number,
): Promise<FuzzRun> {
  const property = fc.asyncProperty(input as fc.Arbitrary<never>, run)
  const details = await fc.check(property, { numRuns: cases, seed, timeout: timeoutMs })
  const failure = details.failed
    ? `${name}, seed ${seed}, path ${details.counterexamplePath}: ${JSON.stringify(details.counterexample)?.slice(0, 2000)}\n${String(details.errorInstance)}`
    : undefined
  return { cases: details.numRuns, failure }
}

/** Lets refusals with a code pass: anything else is a fault of ours. */
export async function refusedOrDone(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof EngineError && error.code !== 'internal_error') return
    throw error
  }
}
