import type { Clock } from '../../../ports/clock.ts'
import type { Originals } from '../../../ports/store/originals.ts'
import type { Masked } from '../window/mask.ts'

/** Keeps what was masked within reach of its id, all in one transaction. */
export async function keepMasked(
  { originals, now }: { readonly originals: Pick<Originals, 'keep'>; readonly now: Clock },
  ttlMs: number,
  masked: readonly Masked[],
): Promise<void> {
  if (masked.length === 0) return
  const expiresAt = now() + ttlMs
  await originals.keep(
    masked.map(({ id, original, tool, kind, policy }) => ({
      id,
      kind: 'mask',
      text: original,
      expiresAt,
      // What a recovery is counted by.
      result: JSON.stringify({ tool, kind, policy }),
    })),
  )
}
