// Long runs against the real daemon: `npm run soak -- traffic --minutes 120`. See docs/security.md.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { soak as complexity } from './complexity.ts'
import { soak as crash } from './crash.ts'
import { soak as fuzz } from './fuzz.ts'
import { soak as largeHome } from './large-home.ts'
import { soak as mutate } from './mutate.ts'
import type { Soak, SoakOptions } from './options.ts'
import { soak as page } from './page.ts'
import { soak as postgres } from './postgres.ts'
import { soak as power } from './power.ts'
import { soak as traffic } from './traffic.ts'

/** Every soak by name; each prints what it did and answers whether all of it went well. */
const soaks: Readonly<Record<string, Soak>> = {
  traffic,
  complexity,
  fuzz,
  crash,
  'large-home': largeHome,
  postgres,
  power,
  mutate,
  page,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '20' },
    cases: { type: 'string', default: '1000000' },
    loops: { type: 'string', default: '200' },
    out: { type: 'string' },
    program: { type: 'string' },
  },
})

const names = positionals.length > 0 ? positionals : Object.keys(soaks)
const unknown = names.filter((name) => !Object.hasOwn(soaks, name))
if (unknown.length > 0) {
  console.error(`no soak named ${unknown.join(', ')}; there are: ${Object.keys(soaks).join(', ')}`)
  process.exit(1)
}

const options: SoakOptions = {
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  rate: Number(values.rate),
  cases: Number(values.cases),
  loops: Number(values.loops),
  out: values.out ?? mkdtempSync(join(tmpdir(), 'tamis-soak-')),
  ...(values.program === undefined ? {} : { program: values.program }),
}
let isWell = true
for (const name of names) {
  console.log(`\n== ${name} ==`)
  isWell = (await soaks[name]?.(options)) !== false && isWell
}
process.exit(isWell ? 0 : 1)
