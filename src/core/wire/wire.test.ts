import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { type Payload, wireContract } from './wire.contract.ts'
import { wireFormats } from './wire-formats.ts'

const fixtures = 'test/fixtures/wire'

/** A format without payloads of its own cannot be trusted. */
describe.each(wireFormats)('$name', (format) => {
  const folder = join(fixtures, format.name)
  const payloads = readdirSync(folder).map(
    (file): Payload => JSON.parse(readFileSync(join(folder, file), 'utf8')),
  )
  wireContract(format, payloads)
})
