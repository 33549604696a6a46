import type { capabilityOperations } from '../../../operations/discover/capabilities.ts'
import type { catalogOperations } from '../../../operations/discover/catalog.ts'
import type { discoverOperations } from '../../../operations/discover/discover.ts'
import type { gatewayOperations } from '../../../operations/gateway/gateway.ts'
import type { identityOperations } from '../../../operations/gateway/gateway-identities.ts'
import type { checkPolicy } from '../../../operations/gateway/gateway-policy.ts'
import type { gatewayServerOperations } from '../../../operations/gateway/gateway-servers.ts'
import type { installationOperations } from '../../../operations/installation/installation.ts'
import type { modelOperations } from '../../../operations/installation/models.ts'
import type { statusOperations } from '../../../operations/installation/status.ts'
import type { tokenOperations } from '../../../operations/installation/token.ts'
import type { knowledgeOperations } from '../../../operations/knowledge/knowledge.ts'
import type { memoryOperations } from '../../../operations/memory/memory.ts'
import type { pruneOperations } from '../../../operations/prune/prune.ts'
import type { conversationOperations } from '../../../operations/traffic/conversations.ts'
import type { ledgerOperations } from '../../../operations/traffic/ledger.ts'
import type { maskOperations } from '../../../operations/traffic/mask.ts'
import type { priceOperations } from '../../../operations/traffic/prices.ts'
import type { requestOperations } from '../../../operations/traffic/requests.ts'

type Known =
  | typeof checkPolicy
  | (
      | typeof capabilityOperations
      | typeof catalogOperations
      | typeof conversationOperations
      | typeof discoverOperations
      | typeof gatewayOperations
      | typeof gatewayServerOperations
      | typeof identityOperations
      | typeof installationOperations
      | typeof knowledgeOperations
      | typeof ledgerOperations
      | typeof maskOperations
      | typeof memoryOperations
      | typeof modelOperations
      | typeof priceOperations
      | typeof pruneOperations
      | typeof requestOperations
      | typeof statusOperations
      | typeof tokenOperations
    )[number]

type Typed<Name> = NonNullable<Extract<Known, { readonly name: Name }>['types']>

/** The operations the page may call, by the name of their route. */
export type Name = Known['name']
export type InputOf<N extends Name> = Typed<N>['input']
export type OutputOf<N extends Name> = Typed<N>['output']

export type LedgerRow = OutputOf<'ledger.list'>['entries'][number]
export type LedgerTotal = OutputOf<'ledger.sum'>['totals'][number]
