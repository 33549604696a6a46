import { join } from 'node:path'
import { mutate } from '../mutate/mutate.ts'
import type { Soak } from './options.ts'

/** Every guard removed in turn: a test must notice each. */
export const soak: Soak = ({ minutes }) =>
  mutate({
    root: join(import.meta.dirname, '../..'),
    jobs: 2,
    limitMs: minutes * 60_000,
    words: [],
  })
