import type { Digest } from '../../ports/digest.ts'
import type { PruneInput } from './types.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const idCharacters = 16

/**
 * `prn_` and 80 bits of a digest over everything that shapes the result, so that the same call
 * gives the same markers in any process. `backend` names what scored the lines.
 */
export function pruneIdOf(input: PruneInput, backend: string, digest: Digest): string {
  const facts = [
    digest(input.text),
    input.goal,
    input.sourceType,
    [input.maxPruneRatio, input.minKeepLines, input.annotateLines, input.includeMarkers],
    [
      input.language ?? null,
      input.keepBudget?.chars ?? null,
      input.keepBudget?.countsMarkers ?? null,
    ],
    backend,
  ]
  return `prn_${base32(digest(JSON.stringify(facts)))}`
}

function base32(hex: string): string {
  let bits = BigInt(`0x${hex.slice(0, (idCharacters * 5) / 4)}`)
  let id = ''
  for (let at = 0; at < idCharacters; at++) {
    id = (alphabet[Number(bits & 31n)] ?? '') + id
    bits >>= 5n
  }
  return id
}
