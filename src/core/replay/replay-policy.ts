import type { MaskMode } from '../mask/mask-modes.ts'
import type { ModelCall, SavedSession } from '../sessions/session.ts'

/** What a model would have been sent for all items before a reply; asked for each call in its order. */
type SessionSieve = (call: ModelCall) => Promise<readonly unknown[]>

/** One way to treat a conversation, of ours or of a peer. */
export interface ReplayPolicy {
  readonly name: string
  /** Absent for what is no setting of ours. */
  readonly mode?: MaskMode | 'off'
  /** A setting of ours beside the modes: what the provider is asked to clear. */
  readonly isOwnServerEdits?: boolean
  /** The provider itself edits: nothing it signed is changed behind its back. */
  readonly isServerSide?: boolean
  open(session: SavedSession): SessionSieve
}

/** What every other policy is measured against. */
export const doNothing: ReplayPolicy = {
  name: 'nothing',
  mode: 'off',
  open:
    ({ items }) =>
    async ({ at }) =>
      items.slice(0, at),
}
