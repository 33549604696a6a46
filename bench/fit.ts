import { fitDiscover } from './discover/fit.ts'

const [what, part] = process.argv.slice(2)
if (what === 'discover') await fitDiscover(part)
else console.log('npm run fit -- discover [curves]')
process.exit(0)
