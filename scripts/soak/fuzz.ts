import { startTamis } from '../../test/e2e/tamis.ts'
import { daemonTargets } from '../../test/fuzz/daemon-targets.ts'
import { openEngineTargets } from '../../test/fuzz/engine-targets.ts'
import { parserTargets } from '../../test/fuzz/parser-targets.ts'
import { type FuzzTarget, fuzz } from '../../test/fuzz/target.ts'
import type { Soak } from './options.ts'

/** Cases between two looks at the clock and the count. */
const batch = 2000
/** A case over a socket costs a hundred times one in process; each kind gets its share of the time. */
const socketShare = 0.02

/** Throws generated cases at every door until `cases` of them were thrown or the minutes are over. */
export const soak: Soak = async ({ cases, seed, minutes, program }) => {
  const engine = await openEngineTargets()
  const daemon = await startTamis(program ? { program } : {})
  const started = performance.now()
  const counts = new Map<string, number>()
  const failures: string[] = []
  const throwAt = async (target: FuzzTarget, count: number, round: number): Promise<number> => {
    const { cases: thrown, failure } = await fuzz(target, count, seed + round)
    counts.set(target.name, (counts.get(target.name) ?? 0) + thrown)
    if (failure !== undefined) failures.push(failure)
    return thrown
  }
  let total = 0
  for (let round = 0; total < cases && failures.length < 20; round++) {
    for (const target of [...parserTargets, ...engine.targets])
      total += await throwAt(target, batch, round)
    for (const target of daemonTargets(daemon))
      total += await throwAt(target, batch * socketShare, round)
    if (performance.now() - started > minutes * 60_000) break
  }
  const isAlive = (await fetch(`${daemon.url}/health`)).ok
  await engine.close()
  await daemon.stop()
  const spent = `${((performance.now() - started) / 60_000).toFixed(1)} minutes`
  print(counts, failures)
  console.log(
    `${total} cases in ${spent} from seed ${seed}, ${failures.length} failures, the daemon ${isAlive ? 'answers' : 'is GONE'}`,
  )
  return failures.length === 0 && isAlive
}

function print(counts: ReadonlyMap<string, number>, failures: readonly string[]): void {
  for (const [name, count] of counts) console.log(`${name}: ${count} cases`)
  for (const failure of failures) console.log(`FAILED ${failure}`)
}
