import type { Scope } from '../records/records.ts'

/** One row of the transition table of the contract. */
interface Transition {
  readonly id: string
  readonly from: Scope
  readonly to: Scope
  readonly isAllowed: boolean
}

/** Every transition the contract names; what is not listed is refused too. */
export const transitions: readonly Transition[] = [
  { id: 'INV-295-TR-01', from: 'story', to: 'domain', isAllowed: true },
  { id: 'INV-295-TR-02', from: 'story', to: 'global', isAllowed: false },
  { id: 'INV-295-TR-03', from: 'story', to: 'archived', isAllowed: true },
  { id: 'INV-295-TR-04', from: 'domain', to: 'story', isAllowed: false },
  { id: 'INV-295-TR-05', from: 'domain', to: 'global', isAllowed: true },
  { id: 'INV-295-TR-06', from: 'domain', to: 'archived', isAllowed: true },
  { id: 'INV-295-TR-07', from: 'global', to: 'story', isAllowed: false },
  { id: 'INV-295-TR-08', from: 'global', to: 'domain', isAllowed: false },
  { id: 'INV-295-TR-09', from: 'global', to: 'archived', isAllowed: true },
  { id: 'INV-295-TR-10', from: 'archived', to: 'story', isAllowed: false },
  { id: 'INV-295-TR-11', from: 'archived', to: 'domain', isAllowed: false },
  { id: 'INV-295-TR-12', from: 'archived', to: 'global', isAllowed: false },
  { id: 'INV-295-TR-13', from: 'archived', to: 'archived', isAllowed: false },
]

type Moved =
  | { readonly kind: 'moved'; readonly scope: Scope }
  | { readonly kind: 'refused'; readonly scope: Scope; readonly reason: string }

/** Moves a scope, or refuses and leaves it as it was. */
export function transition(from: Scope, to: Scope): Moved {
  if (from === 'archived') return refused(from, 'ARCHIVED terminal, résolution manuelle uniquement')
  const row = transitions.find((one) => one.from === from && one.to === to)
  if (row?.isAllowed === true) return { kind: 'moved', scope: to }
  return refused(from, `transition ${from} → ${to} is not allowed`)
}

/** Reuse scores from which a learning belongs to its domain, and to everyone. */
const promotionThresholds = { domain: 0.3, global: 0.6 } as const

/** The next scope a score earns, one step at a time, or undefined when it earns none. */
export function earnedScope(from: Scope, reuseScore: number): Scope | undefined {
  if (from === 'story' && reuseScore >= promotionThresholds.domain) return 'domain'
  if (from === 'domain' && reuseScore >= promotionThresholds.global) return 'global'
  return undefined
}

function refused(scope: Scope, reason: string): Moved {
  return { kind: 'refused', scope, reason }
}
