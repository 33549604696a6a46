import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Megabytes that stay on the heap, after everything that can go has gone, for what `work` returned. */
export async function retainedMegabytes(work: () => unknown): Promise<number> {
  collect()
  const before = process.memoryUsage().heapUsed
  const kept = await work()
  collect()
  const after = process.memoryUsage().heapUsed
  // Named here, so that it outlives the second collection.
  void kept
  return (after - before) / 1e6
}
