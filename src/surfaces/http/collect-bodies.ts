import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Told of bodies that nobody needs any more, by their bytes. */
type CollectBodies = (bytes: number) => void

/** Far less than what makes V8 look through all that lives, and enough for a look at the newest to pay. */
const everyBytes = 8 * 1024 * 1024

/**
 * V8 sees the few objects that stand for a long body, and little need to collect them; the bytes behind
 * them it counts, and looks through everything that lives when there are too many: 30 to 50 ms of
 * processor time for every 30 MB of bodies. A look at the newest objects frees the same bytes in one or two.
 */
export function bodyCollector(collect = newestCollector(), every = everyBytes): CollectBodies {
  let uncollected = 0
  return (bytes) => {
    uncollected += bytes
    if (uncollected < every) return
    uncollected = 0
    collect()
  }
}

/** V8 gives its collector to scripts only under a flag, which is taken back for all that run later. */
export function newestCollector(): () => void {
  let collect: ((options: { readonly type: 'minor' }) => void) | undefined
  return () => {
    collect ??= exposedCollector()
    collect({ type: 'minor' })
  }
}

function exposedCollector(): (options: { readonly type: 'minor' }) => void {
  setFlagsFromString('--expose-gc')
  try {
    return runInNewContext('gc')
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
