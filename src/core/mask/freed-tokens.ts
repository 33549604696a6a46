import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { Sieved } from './sieve-request.ts'
import type { Masked } from './window/mask.ts'

const rememberedCounts = 100_000

interface FreedTokens {
  /** What masked parts freed, each text counted once. */
  byMasking(masked: readonly Masked[]): Promise<number>
  /** What a sieved request left out. */
  by(sieved: Pick<Sieved, 'masked' | 'pruned'>): Promise<number>
}

/** The id tells the whole text; two short forms of it that are as long free as much. */
function nameOf({ id, after }: Sieved['pruned'][number]): string {
  return `${id} ${after.length}`
}

/** Counts what was left out in tokens, and remembers each count. */
export function freedTokens(tokenizer: Tokenizer): FreedTokens {
  const byId = new Map<string, number>()
  /** The very same masks come with every request until more is masked. */
  const byMasks = new WeakMap<readonly Masked[], number>()

  async function byOne({ id, original, placeholder }: Masked): Promise<number> {
    const known = byId.get(id)
    if (known !== undefined) return known
    const [before = 0, after = 0] = await tokenizer.count([original, placeholder])
    if (byId.size >= rememberedCounts) byId.clear()
    byId.set(id, before - after)
    return before - after
  }

  async function byMasking(masked: readonly Masked[]): Promise<number> {
    const known = byMasks.get(masked)
    if (known !== undefined) return known
    let sum = 0
    for (const one of masked) sum += byId.get(one.id) ?? (await byOne(one))
    byMasks.set(masked, sum)
    return sum
  }

  /** The same results come shortened with every request: only new ones are counted. */
  async function byShortening(shortened: Sieved['pruned']): Promise<number> {
    const uncounted = shortened.filter((one) => !byId.has(nameOf(one)))
    const counts = await tokenizer.count(uncounted.flatMap(({ before, after }) => [before, after]))
    if (byId.size + uncounted.length > rememberedCounts) byId.clear()
    for (const [at, one] of uncounted.entries())
      byId.set(nameOf(one), (counts[2 * at] ?? 0) - (counts[2 * at + 1] ?? 0))
    let sum = 0
    for (const one of shortened) sum += byId.get(nameOf(one)) ?? 0
    return sum
  }

  return {
    byMasking,
    async by({ masked, pruned: shortened }) {
      if (masked.length + shortened.length === 0) return 0
      return (await byMasking(masked)) + (await byShortening(shortened))
    },
  }
}
