import { partsOf } from '../../text/terms.ts'
import { cue, cueEntries } from '../logs/cue-words.ts'

const wellWords = new Set(
  `active available bound complete completed done enabled healthy normal ok online open passed ready
  running succeeded success successful true up yes`.split(/\s+/),
)
const illWords = new Set([
  ...`back critical dead defunct degraded dirty disabled down evicted offline oom outdated paused
  pending stale stopped stuck suspended terminating unhealthy unready`.split(/\s+/),
  ...cueEntries()
    .filter(([, bits]) => (bits & (cue.strong | cue.warn)) !== 0)
    .map(([word]) => word),
])

/** What the words of a cell say of the thing: well, ill, or nothing. */
export function healthOf(cell: string): 'well' | 'ill' | undefined {
  const words = partsOf(cell.slice(0, longestStatus))
  if (cell.length > longestStatus || words.length > mostWords) return undefined
  const isNegated = words.includes('not') || words.includes('no')
  if (words.some((word) => illWords.has(word)) || (isNegated && words.length > 1)) return 'ill'
  const exit = /^Exited \((\d+)\)/i.exec(cell)?.[1]
  if (exit !== undefined) return exit === '0' ? 'well' : 'ill'
  return words.some((word) => wellWords.has(word)) ? 'well' : undefined
}

/** Longer cells are sentences and names, which say nothing of health by a word. */
const longestStatus = 40
const mostWords = 6

/** `1/2`: fewer than there should be. */
export function isUnmet(cell: string): boolean {
  const found = /^(\d+)\/(\d+)$/.exec(cell)
  return found !== null && Number(found[1]) < Number(found[2])
}

/** What a status begins with, so that `Up 3 hours` and `Up 2 days` are one value. */
export function statusOf(cell: string): string {
  return /^\S+(?: \(\d+\))?/.exec(cell)?.[0] ?? ''
}

const parts: Readonly<Record<string, number>> = { ms: 1e-3, us: 1e-6, µs: 1e-6 }
const units: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, t: 1e12 }

/** The number a cell holds, with `K`, `Mi` or `%` after it; NaN where it holds none. */
export function numberOf(cell: string): number {
  const found =
    /^[-+$€£]?(\d[\d,_]*(?:\.\d+)?)\s*(?:(ms|µs|us|s)|([kmgt])i?b?|%|b)?(?:\s*\(.*\))?$/i.exec(cell)
  if (found === null) return Number.NaN
  const plain = Number((found[1] ?? '').replace(/[,_]/g, ''))
  return plain * (parts[found[2]?.toLowerCase() ?? ''] ?? units[found[3]?.toLowerCase() ?? ''] ?? 1)
}
