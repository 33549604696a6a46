import { capabilityOperations } from './capabilities.ts'
import { catalogOperations } from './catalog.ts'
import { conversationOperations } from './conversations.ts'
import { deprecatedOperations } from './deprecated.ts'
import { discoverOperations } from './discover.ts'
import { gatewayOperations } from './gateway.ts'
import { identityOperations } from './gateway-identities.ts'
import { checkPolicy } from './gateway-policy.ts'
import { gatewayServerOperations } from './gateway-servers.ts'
import { hookOperations } from './hook.ts'
import { installationOperations } from './installation.ts'
import { knowledgeOperations } from './knowledge.ts'
import { ledgerOperations } from './ledger.ts'
import { maskOperations } from './mask.ts'
import { memoryOperations } from './memory.ts'
import { modelOperations } from './models.ts'
import type { Operation } from './operation.ts'
import { priceOperations } from './prices.ts'
import { pruneOperations } from './prune.ts'
import { replayOperations } from './replay.ts'
import { requestOperations } from './requests.ts'
import { statusOperations } from './status.ts'
import { tokenOperations } from './token.ts'
import { traceOperations } from './trace.ts'

/** Everything Tamis can do, in the order the reference lists it. */
export const operations: readonly Operation[] = [
  ...pruneOperations,
  ...discoverOperations,
  ...deprecatedOperations,
  ...capabilityOperations,
  ...gatewayOperations,
  ...gatewayServerOperations,
  checkPolicy,
  ...identityOperations,
  ...catalogOperations,
  ...traceOperations,
  ...knowledgeOperations,
  ...maskOperations,
  ...hookOperations,
  ...replayOperations,
  ...ledgerOperations,
  ...priceOperations,
  ...memoryOperations,
  ...modelOperations,
  ...conversationOperations,
  ...requestOperations,
  ...statusOperations,
  ...tokenOperations,
  ...installationOperations,
]
