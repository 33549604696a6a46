import type { capabilityOperations } from '../../../operations/capabilities.ts'
import type { catalogOperations } from '../../../operations/catalog.ts'
import type { conversationOperations } from '../../../operations/conversations.ts'
import type { discoverOperations } from '../../../operations/discover.ts'
import type { gatewayOperations } from '../../../operations/gateway.ts'
import type { identityOperations } from '../../../operations/gateway-identities.ts'
import type { checkPolicy } from '../../../operations/gateway-policy.ts'
import type { gatewayServerOperations } from '../../../operations/gateway-servers.ts'
import type { installationOperations } from '../../../operations/installation.ts'
import type { knowledgeOperations } from '../../../operations/knowledge.ts'
import type { ledgerOperations } from '../../../operations/ledger.ts'
import type { maskOperations } from '../../../operations/mask.ts'
import type { memoryOperations } from '../../../operations/memory.ts'
import type { modelOperations } from '../../../operations/models.ts'
import type { priceOperations } from '../../../operations/prices.ts'
import type { pruneOperations } from '../../../operations/prune.ts'
import type { requestOperations } from '../../../operations/requests.ts'
import type { statusOperations } from '../../../operations/status.ts'
import type { tokenOperations } from '../../../operations/token.ts'

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
