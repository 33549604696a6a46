import { fitDiscover } from './discover/fit.ts'
import { fitPrune } from './prune/wild/fit.ts'

const [what, part] = process.argv.slice(2)
if (what === 'discover') await fitDiscover(part)
else if (what === 'prune') fitPrune()
else console.log('npm run fit -- discover [curves] | prune')
process.exit(0)
