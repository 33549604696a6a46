import { repository, texts } from './matrix/content.ts'
import { denial } from './matrix/denial.ts'
import { faults } from './matrix/machine.ts'
import { otherUser, webPage } from './matrix/people.ts'
import type { MatrixPart } from './matrix/row.ts'
import { scripts } from './matrix/scripts.ts'
import { upstream } from './matrix/upstream.ts'

/** Every fault and attack we claim to meet. */
export const matrix: readonly MatrixPart[] = [
  webPage,
  otherUser,
  upstream,
  scripts,
  texts,
  repository,
  denial,
  faults,
]
