import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Conversations } from '../mask/conversations.ts'
import { type MaskMode, maskModes } from '../mask/mask-modes.ts'
import type { MaskSettings } from '../mask/mask-settings.ts'
import { applyEdits } from '../mask/request/apply-edits.ts'
import { conversationMemory } from '../traffic/conversation-memory.ts'
import { type Recognise, recogniser } from '../traffic/conversations.ts'
import { isFields } from '../wire/content.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import { clearToolUses } from './peer-sieves.ts'
import type { SessionPolicy } from './replay.ts'
import type { ReplayPolicy } from './replay-policy.ts'

/** What the proxy would do, over stores that forget everything afterwards. */
interface OwnSieveDeps {
  readonly digest: Digest
  readonly settings: MaskSettings
  readonly open: (parts: {
    readonly settings: MaskSettings
    readonly now: Clock
    readonly space: ReturnType<ReturnType<typeof conversationMemory>['space']>
    readonly recognise: Recognise
  }) => Pick<Conversations, 'sieve'>
}

/** Our own settings by name, through the very sieve of the proxy. */
export function ownSieves(deps: OwnSieveDeps): readonly ReplayPolicy[] {
  const modes = Object.keys(maskModes) as readonly MaskMode[]
  return [
    ...modes.map((mode) => ({
      name: `tamis ${mode}`,
      mode,
      open: ownSieve(deps, settingsOf(mode, deps.settings)),
    })),
    {
      name: 'tamis, Claude clears (server_edits)',
      isOwnServerEdits: true,
      isServerSide: true,
      open: ownSieve(deps, { ...settingsOf('balanced', deps.settings), isServerEditing: true }),
    },
  ]
}

function ownSieve(deps: OwnSieveDeps, settings: MaskSettings): ReplayPolicy['open'] {
  return ({ items, format, id }) => {
    const wire = wireFormat(format)
    let time = 0
    const space = conversationMemory().space('replay')
    const clear = clearedBy(settings)
    const { sieve } = deps.open({
      settings,
      now: () => time,
      space,
      recognise: recogniser(space, deps.digest),
    })
    return async (call) => {
      if (Number.isFinite(call.time)) time = Math.max(time, call.time)
      const body = JSON.stringify({
        model: call.model,
        [wire.field]: items.slice(0, call.at),
      })
      const sieved = await sieve(format, body, { model: call.model, session: id })
      const sent: unknown = JSON.parse(sieved.body)
      const list = isFields(sent) ? sent[wire.field] : undefined
      if (!Array.isArray(list)) return []
      return sieved.serverEdits ? applyEdits(list, clear(wire.read(list))) : list
    }
  }
}

/** What the provider makes of a request that asks it to clear. */
function clearedBy({ serverEdits: terms }: MaskSettings): SessionPolicy {
  const { triggerTokens, keepToolUses, clearAtLeastTokens, excludeTools } = terms
  return clearToolUses(triggerTokens, keepToolUses, clearAtLeastTokens, excludeTools)()
}

/** What the configuration says of single fields holds for every mode; the sieves are on. */
function settingsOf(mode: MaskMode, settings: MaskSettings): MaskSettings {
  const { policy: modePolicy, ...rest } = maskModes[mode]
  const policy = { ...settings.policy, enabled: true }
  return { ...settings, ...rest, modePolicy, policy, isServerEditing: false }
}
