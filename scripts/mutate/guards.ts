import type { Guard } from './guard.ts'
import { accessGuards } from './guards/access.ts'
import { fileGuards } from './guards/files.ts'
import { identityGuards } from './guards/identities.ts'
import { policyGuards } from './guards/policy.ts'
import { sandboxGuards } from './guards/sandbox.ts'
import { secretGuards } from './guards/secrets.ts'
import { sizeGuards } from './guards/sizes.ts'
import { storeGuards } from './guards/store.ts'
import { upstreamGuards } from './guards/upstream.ts'

/** Every guard. A new one gets its row in the commit that adds it. */
export const guards: readonly Guard[] = [
  ...accessGuards,
  ...upstreamGuards,
  ...policyGuards,
  ...identityGuards,
  ...sandboxGuards,
  ...storeGuards,
  ...fileGuards,
  ...sizeGuards,
  ...secretGuards,
]
