import { capabilityOperations } from './discover/capabilities.ts'
import { catalogOperations } from './discover/catalog.ts'
import { deprecatedOperations } from './discover/deprecated.ts'
import { discoverOperations } from './discover/discover.ts'
import { traceOperations } from './discover/trace.ts'
import { gatewayOperations } from './gateway/gateway.ts'
import { identityOperations } from './gateway/gateway-identities.ts'
import { checkPolicy } from './gateway/gateway-policy.ts'
import { gatewayServerOperations } from './gateway/gateway-servers.ts'
import { installationOperations } from './installation/installation.ts'
import { modelOperations } from './installation/models.ts'
import { statusOperations } from './installation/status.ts'
import { tokenOperations } from './installation/token.ts'
import { knowledgeOperations } from './knowledge/knowledge.ts'
import { memoryOperations } from './memory/memory.ts'
import type { Operation } from './operation.ts'
import { pruneOperations } from './prune/prune.ts'
import { conversationOperations } from './traffic/conversations.ts'
import { hookOperations } from './traffic/hook.ts'
import { ledgerOperations } from './traffic/ledger.ts'
import { maskOperations } from './traffic/mask.ts'
import { priceOperations } from './traffic/prices.ts'
import { replayOperations } from './traffic/replay.ts'
import { requestOperations } from './traffic/requests.ts'

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
