import { lostAfter, placesFor, recordWorkload } from '../../test/faults/power-cut-stage.ts'
import type { Soak } from './options.ts'

/** The files of each store. */
const stores: Readonly<Record<string, RegExp>> = {
  'tamis.db (originals, what was sent, tokens, approvals)': /\/tamis\.db/,
  'knowledge.db': /\/knowledge\.db/,
  'waiting.db': /\/waiting\.db/,
  'files of memory': /\/memory\//,
  'trust.json': /\/trust\.json/,
}

/** The power goes `loops` times beside what is written to each store: every promise must be kept. */
export const soak: Soak = async ({ loops, seed }) => {
  if (!recordWorkload()) {
    console.log('no compiler here to write down what goes to the disk')
    return false
  }
  let isWell = true
  for (const [name, files] of Object.entries(stores)) {
    const lost = await lostAfter(placesFor(loops, seed, files))
    console.log(`${name}: ${loops} cuts, ${lost.length} promises broken`)
    for (const one of lost.slice(0, 5)) console.log(`  ${one}`)
    isWell = isWell && lost.length === 0
  }
  return isWell
}
