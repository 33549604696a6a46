import { say } from '../../locale/say.ts'
import { Segmented } from '../../parts/controls/segmented.tsx'
import type { PruneState } from './prune-state.ts'

interface SizeFieldProps {
  readonly state: PruneState
  readonly change: (changes: Readonly<Record<string, string>>) => void
}

/** How much may stay: a share of the text, so many tokens, or whatever has a reason. */
export function SizeField({ state, change }: SizeFieldProps) {
  const { size, keepPercent, budgetTokens } = state
  return (
    <div class="prune-size">
      <Segmented
        label={say('How much may stay')}
        options={[
          { value: 'share', label: say('A share') },
          { value: 'tokens', label: say('Tokens') },
          { value: 'itself', label: say('What matters') },
        ]}
        value={size}
        onChange={(value) => change({ size: value })}
      />
      {size === 'share' && (
        <label class="field">
          <span>
            {keepPercent >= 100 ? say('Keep everything') : say('Keep {}% of the text', keepPercent)}
          </span>
          <input
            type="range"
            class="slider"
            min={5}
            max={100}
            value={keepPercent}
            onInput={(event) => change({ keep: event.currentTarget.value })}
          />
        </label>
      )}
      {size === 'tokens' && (
        <label class="field">
          <span>{say('Keep at most this many tokens')}</span>
          <input
            type="number"
            class="input"
            min={1}
            step={50}
            value={budgetTokens}
            onInput={(event) => change({ tokens: event.currentTarget.value })}
          />
        </label>
      )}
      {size === 'itself' && (
        <p class="soft">
          {say('What has a clear reason stays, as for agents: no size is asked for.')}
        </p>
      )}
    </div>
  )
}
