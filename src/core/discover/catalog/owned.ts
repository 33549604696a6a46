import type { Caller } from '../../../ports/caller.ts'
import type { Capability } from '../../../ports/store/catalog.ts'
import type { Holdings } from './holdings.ts'

/** What was learned from a caller's script is that caller's, until a person shares it. */
function isVisible(
  { owner, isShared }: Pick<Capability, 'owner' | 'isShared'>,
  caller: Caller | undefined,
): boolean {
  return owner === undefined || isShared === true || owner === (caller?.name ?? '')
}

/** What the catalog holds, as far as a caller may know of it. */
export function holdingsOf(held: Holdings, caller: Caller | undefined): Holdings {
  const all = [...held.capabilities]
  if (all.every(([, one]) => isVisible(one, caller))) return held
  return { ...held, capabilities: new Map(all.filter(([, one]) => isVisible(one, caller))) }
}

/** Whether a caller may know of an entry; `undefined` where nothing is anybody's own. */
export function ownEntries(
  { capabilities }: Holdings,
  caller: Caller | undefined,
): ((entry: { readonly id: string }) => boolean) | undefined {
  if ([...capabilities.values()].every((one) => isVisible(one, caller))) return undefined
  return ({ id }) => {
    const capability = capabilities.get(id.split('#step')[0] ?? '')
    return capability === undefined || isVisible(capability, caller)
  }
}
