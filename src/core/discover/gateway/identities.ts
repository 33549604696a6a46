import type { Caller } from '../../../ports/caller.ts'
import type {
  CallerValue,
  CallerValueFacts,
  CallerValues,
  LoginAnswer,
  LoginBegun,
  LoginFacts,
  LoginWish,
  UpstreamLogins,
} from '../../../ports/upstream-logins.ts'
import type { Upstreams } from './upstreams.ts'

/** As whom people use upstream servers: their logins, and the secrets they set. */
export interface Identities {
  beginLogin(server: string, wish: LoginWish): Promise<LoginBegun>
  finishLogin(caller: Caller | undefined, answer: LoginAnswer): Promise<LoginFacts | undefined>
  logout(server: string, caller: Caller | undefined): Promise<boolean>
  logins(): Promise<readonly LoginFacts[]>
  setValue(owner: CallerValue, value: string): Promise<void>
  removeValue(owner: CallerValue): Promise<boolean>
  values(): Promise<readonly CallerValueFacts[]>
}

export function createIdentities(deps: {
  readonly logins: UpstreamLogins
  readonly callerValues: CallerValues
  readonly upstreams: Upstreams
}): Identities {
  const { logins, callerValues, upstreams } = deps
  return {
    beginLogin: logins.begin,
    async finishLogin(caller, answer) {
      const facts = await logins.finish(caller, answer)
      // What the server offers may be seen only now.
      if (facts) upstreams.relist(facts.server, caller)
      return facts
    },
    logout: logins.logout,
    logins: logins.list,
    async setValue(owner, value) {
      await callerValues.set(owner, value)
      upstreams.relist(owner.server, owner.caller)
    },
    removeValue: callerValues.remove,
    values: callerValues.list,
  }
}
