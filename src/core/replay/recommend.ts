import type { MaskMode } from '../mask/mask-modes.ts'
import type { Recommendation, ReplayedPolicy } from './replay-report.ts'

const defaultMode = 'balanced'

/** What people type to start each agent. */
const programs: Readonly<Record<string, string>> = {
  'claude-code': 'claude',
  codex: 'codex',
  opencode: 'opencode',
  'gemini-cli': 'gemini',
  'qwen-code': 'qwen',
  pi: 'pi',
  'copilot-cli': 'copilot',
  cline: 'cline',
}

/** A session may be dearer by no more than what rounding and a first placeholder come to. */
const dearest = 1.005
/** In sessions without a sieve nearly every edit replaces text in sight; fewer, and agents edit blindly. */
const leastGrounded = 0.945
/** A saving smaller than this is not worth a bolder setting. */
const worthwhile = 0.01
/** Less than this is no saving. */
const noise = 0.001

/**
 * The cheapest of our settings that is dearer on no session, is refused by no provider and leaves
 * agents in sight of what they edit; among settings within a percent of the bill, the more careful one.
 */
export function recommend(
  policies: readonly ReplayedPolicy[],
  { usd, agent }: { readonly usd: number; readonly agent: string | undefined },
): Recommendation {
  const fit = policies.filter(
    ({ mode, server_edits, worst_ratio, refused_calls, grounded }) =>
      (mode !== null || server_edits) &&
      worst_ratio <= dearest &&
      refused_calls === 0 &&
      (grounded === null || grounded >= leastGrounded),
  )
  const cheaper = fit.filter(({ mode, ratio }) => mode !== 'off' && ratio <= 1 - noise)
  const cheapest = cheaper.reduce((least, one) => Math.min(least, one.ratio), 1)
  const [best] = cheaper.filter(({ ratio }) => ratio <= cheapest + worthwhile)
  if (!best || best.mode === 'off')
    return { policy: 'nothing', mode: 'off', saved_usd: 0, command: '' }
  const mode = best.mode ?? defaultMode
  const setting = best.server_edits ? 'TAMIS_MASK_SERVER_EDITS=true ' : settingOf(mode)
  return {
    policy: best.policy,
    mode,
    saved_usd: usd - best.usd,
    command: `${setting}tamis run -- ${programs[agent ?? ''] ?? 'COMMAND'}`,
  }
}

function settingOf(mode: MaskMode): string {
  return mode === defaultMode ? '' : `TAMIS_MASK_MODE=${mode} `
}
