import { benchQuality } from './quality.ts'
import { dataFolder } from './sets.ts'
import { benchSpeed } from './speed.ts'

/** `npm run bench -- prune`: how much of what matters stays, and what that costs in time. */
export async function bench(): Promise<void> {
  const folder = dataFolder()
  if (folder === undefined) console.log('data not found, see bench/README.md')
  else await benchQuality(folder)
  benchSpeed()
}
