// Removes every guard in turn and says which of them no test would miss: `npm run mutate`.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ownTemporaryFolder } from '../test/support/temporary-folder.ts'
import { changedFiles } from './mutate/changed-files.ts'
import { mutate } from './mutate/mutate.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '120' },
    slice: { type: 'string', default: '1/1' },
  },
})
const root = join(import.meta.dirname, '..')
const endLeftovers = ownTemporaryFolder()
const isWell = await mutate({
  root,
  jobs: Number(values.jobs),
  limitMs: Number(values.minutes) * 60_000,
  // Words after the options choose rows whose place or promise has one of them.
  words: positionals,
  slice: values.slice,
  ...(values.changed ? { changed: changedFiles(root) } : {}),
})
await endLeftovers()
process.exit(isWell ? 0 : 1)
