import { installationOperations } from './installation.ts'
import { ledgerOperations } from './ledger.ts'
import { memoryOperations } from './memory.ts'
import { modelOperations } from './models.ts'
import type { Operation } from './operation.ts'
import { pruneOperations } from './prune.ts'
import { requestOperations } from './requests.ts'
import { statusOperations } from './status.ts'

/** Everything Tamis can do, in the order the reference lists it. */
export const operations: readonly Operation[] = [
  ...pruneOperations,
  ...ledgerOperations,
  ...memoryOperations,
  ...modelOperations,
  ...requestOperations,
  ...statusOperations,
  ...installationOperations,
]
