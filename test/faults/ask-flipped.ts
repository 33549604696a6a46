import { copyFileSync, rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { EngineError } from '../../src/errors.ts'
import { flipBits } from './flip-bits.ts'

export const rounds = 100
export const flips = 20

/** A store in a file, as questions that can be asked again of a copy of it. */
export interface Opened {
  readonly ask: Readonly<Record<string, () => Promise<unknown>>>
  close(): unknown
}

/** Turns bits over in copies of a file and asks each copy what the whole file was asked. */
export async function askFlipped(whole: string, open: (file: string) => Opened) {
  const truth = await answersOf(open(whole))
  const wrong: string[] = []
  let [right, refused] = [0, 0]
  for (let round = 1; round <= rounds; round++) {
    const file = flippedCopy(whole, round)
    const flipped = await orDamage(async () => open(file))
    if (flipped === damage) {
      refused++
      continue
    }
    for (const [name, answer] of await answersOf(flipped))
      if (answer === damage) refused++
      else if (isTrue(answer, truth.get(name))) right++
      else wrong.push(`${round} ${name}: ${JSON.stringify(answer)}`)
  }
  return { wrong, right, refused }
}

/** Damage where that is the answer. */
async function answersOf({ ask, close }: Opened): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const [name, question] of Object.entries(ask)) answers.set(name, await orDamage(question))
  await orDamage(async () => close())
  return answers
}

function flippedCopy(whole: string, seed: number): string {
  const file = `${whole}.flipped`
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(whole, file)
  flipBits(file, flips, seed)
  return file
}

const damage = Symbol('damage')

async function orDamage<Value>(ask: () => Promise<Value>): Promise<Value | typeof damage> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof EngineError && error.code === 'store_damaged') return damage
    throw error
  }
}

/** What is no longer there is not wrong; of a list, what is still there must be as it was. */
function isTrue(answer: unknown, truth: unknown): boolean {
  if (answer === undefined || isDeepStrictEqual(answer, truth)) return true
  if (!Array.isArray(answer) || !Array.isArray(truth)) return false
  return answer.every((one) => truth.some((known) => isDeepStrictEqual(one, known)))
}
