import { fitDiscover } from './discover/fit.ts'
import { fitPrune } from './prune/wild/fit.ts'

const [what, part, only] = process.argv.slice(2)
if (what === 'discover') await fitDiscover(part, only)
else if (what === 'prune') fitPrune()
else
  console.log(
    'npm run fit -- discover [new | curves | untaught | taught] [nothing | words | texts] | prune',
  )
process.exit(0)
