import { counted, type Phrase } from '../../phrase.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Kept } from './parts.ts'

export interface StoreReport {
  readonly originals: number
  readonly documents: number
  readonly faults: readonly Phrase[]
  /** Ids of originals that are not as they were written. */
  readonly damaged: readonly string[]
}

const pageSize = 200
const mostNamed = 20

/** Asks the database, then reads every original and compares it with the digest it lies under. */
export async function checkStore(
  { upkeep, documents }: Kept,
  digest: Digest,
  onProgress: (originals: number) => void,
): Promise<StoreReport> {
  const damaged: string[] = []
  let originals = 0
  for (let after = ''; ; ) {
    const page = await upkeep.originals(after, pageSize)
    for (const { id, text, digest: stored } of page) if (digest(text) !== stored) damaged.push(id)
    originals += page.length
    onProgress(originals)
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) break
    after = last.id
  }
  const named = damaged.slice(0, mostNamed).join(', ')
  const found = counted(
    damaged.length,
    '{} original is damaged: {}',
    '{} originals are damaged: {}',
    named,
  )
  const usage = await documents.usage()
  const faults = [...(await upkeep.faults()), ...(damaged.length === 0 ? [] : [found])]
  return { originals, documents: usage.documents, faults, damaged }
}
