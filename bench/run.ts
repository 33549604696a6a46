// `npm run bench` runs every part, `npm run bench -- prune mask` some. See bench/README.md.

import { parts } from './parts.ts'
import { readmeTable } from './readme-table.ts'
import { type Ran, runPart } from './run-part.ts'

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(
    `no benchmark named ${unknown.join(', ')}; there are: ${Object.keys(parts).join(', ')}`,
  )
  process.exit(1)
}

const ran: Ran[] = []
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  console.log(`\n== ${name} ==`)
  const one = await runPart(name)
  ran.push(one)
  console.log(`(${name}: ${clock(one.seconds)}${one.failure ? `, FAILED: ${one.failure}` : ''})`)
}

const rows = readmeTable(new Map(ran.map(({ name, output }) => [name, output])))
if (rows.length > 0) console.log(`\n== for the README ==\n${rows.join('\n')}`)

console.log('\n== time ==')
for (const { name, seconds, failure } of ran)
  console.log(
    `${name.padEnd(18)}${clock(seconds).padStart(8)}${failure ? `  FAILED: ${failure}` : ''}`,
  )
console.log(
  `${'all'.padEnd(18)}${clock(ran.reduce((sum, one) => sum + one.seconds, 0)).padStart(8)}`,
)
process.exitCode = ran.some(({ failure }) => failure !== undefined) ? 1 : 0

function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
