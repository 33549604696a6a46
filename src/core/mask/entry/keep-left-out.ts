import type { Clock } from '../../../ports/clock.ts'
import type { OmissionFiles } from '../../../ports/files/omission-files.ts'
import type { Originals } from '../../../ports/store/originals.ts'
import { keepMasked } from '../kept/keep-masked.ts'
import type { Masked } from '../window/mask.ts'
import type { LeftOut } from './entry.ts'

interface KeepLeftOutDeps {
  readonly originals: Pick<Originals, 'keep'>
  readonly omissionFiles?: Pick<OmissionFiles, 'write'> | undefined
  readonly now: Clock
}

/** As long as the record of what was sent: markers are sent again as long as the conversation lasts. */
const usualLifeMs = 30 * 24 * 60 * 60 * 1000
/** The last moment a date can name: later than any store will be swept. */
const never = 8_640_000_000_000_000

/** Keeps the whole of what was left out under its id, and as a file where there are files. */
export async function keepLeftOut(
  { originals, omissionFiles, now }: KeepLeftOutDeps,
  leftOut: readonly LeftOut[],
  livesMs = usualLifeMs,
): Promise<void> {
  if (leftOut.length === 0) return
  const expiresAt = Math.min(now() + livesMs, never)
  await originals.keep(
    leftOut.map(({ id, text, tool, how }) => ({
      id,
      kind: how === 'prune' ? 'prune' : 'mask',
      text,
      expiresAt,
      // What a recovery is counted by.
      ...(how === 'prune' ? {} : { result: JSON.stringify({ tool, kind: 'result', policy: how }) }),
    })),
  )
  await omissionFiles?.write(leftOut)
}

/** The same for what was masked later. */
export async function keepMaskedParts(
  deps: KeepLeftOutDeps,
  masked: readonly Masked[],
): Promise<void> {
  if (masked.length === 0) return
  await keepMasked(deps, usualLifeMs, masked)
  await deps.omissionFiles?.write(masked.map(({ id, original }) => ({ id, text: original })))
}
