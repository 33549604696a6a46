import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import { ownServer } from '../catalog/entries.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import { judge, type Policy, type Verdict } from './policy.ts'
import type { SeenTools } from './seen-tools.ts'
import type { Upstreams } from './upstreams.ts'

export interface AdmissionDeps {
  readonly upstreams: Upstreams
  readonly views: HoldingsReader
  readonly seen: SeenTools
  readonly policy: () => Policy
  /** Milliseconds until the next call under `key` may come; 0 lets this one through and counts it. */
  readonly takeTurn: (key: string, perMinute: number) => number
}

/** Who may use what, asked by every door before anything goes to an upstream. */
export interface Admission {
  verdictOn(caller: Caller | undefined, tool: CatalogTool): Verdict
  /** Whether lists and searches show a tool to this caller. */
  shows(caller: Caller | undefined, tool: CatalogTool): boolean
  /** The tool that a call means, once it is approved. */
  toolNamed(caller: Caller | undefined, server: string, name: unknown): Promise<CatalogTool>
  /** Throws where these arguments may not be sent, or only after somebody agreed. */
  checkCall(
    caller: Caller | undefined,
    tool: CatalogTool,
    args: JsonObject,
    consent: Consent,
  ): Verdict
  /** Counts a call that is about to be sent; throws where it is one too many. */
  countCall(caller: Caller | undefined, tool: CatalogTool): void
  /** Throws where this caller may not ask this server for anything that is no tool. */
  checkRequest(caller: Caller | undefined, server: string, method: string): Promise<void>
}

/**
 * Who agreed to a call that needs it: `given` a person or whoever speaks for one; `missing` nobody yet;
 * `left-to-client` where the client sees what the tool says of itself and asks its user by that.
 */
export type Consent = 'given' | 'missing' | 'left-to-client'

/** What any server may be asked: its answers show only what is allowed. */
const harmless = ['initialize', 'ping', 'server/discover', 'tools/list']

export function createAdmission(deps: AdmissionDeps): Admission {
  const { upstreams, views, policy, takeTurn } = deps
  /** What our own tools may do is said by the scope of a token, also when they are run by name. */
  const verdictOn: Admission['verdictOn'] = (caller, tool) => {
    const now = policy()
    const rules = tool.server === ownServer ? [] : now.rules
    return judge({ ...now, rules }, caller, { ...tool, isWaiting: false })
  }
  const shows: Admission['shows'] = (caller, tool) => verdictOn(caller, tool).effect !== 'deny'

  return {
    verdictOn,
    shows,
    async toolNamed(caller, server, name) {
      await upstreams.listNewcomers((one) => one === server, caller)
      await upstreams.requireListed(server, caller)
      const { tools, everyTool, servers } = await views.holdings()
      const isMeant = (tool: CatalogTool): boolean => tool.server === server && tool.name === name
      const tool = [...tools.values()].find(isMeant)
      if (!tool) {
        const isWaiting = [...everyTool.values()].some(isMeant)
        const shown = deps.seen.of(server).get(String(name))
        if (shown && !isWaiting && servers.get(server)?.isQuarantined === false) return shown
        throw isWaiting ? waiting(`${name} of ${server}`, server) : unknownTool(server, name)
      }
      return tool
    },
    checkCall(caller, tool, args, consent) {
      const verdict = verdictOn(caller, tool)
      const { effect, by, why, maxArgumentChars: most } = verdict
      if (effect === 'deny') throw denied(tool.id, why)
      const isAsked = consent === 'missing' || (consent === 'left-to-client' && by === 'rule')
      if (effect === 'confirm' && isAsked) throw confirmNeeded(tool.id, why)
      if (most !== undefined && JSON.stringify(args).length > most)
        throw new EngineError(
          'args_invalid',
          phrase`${tool.id} takes arguments of at most ${most} characters here`,
          { hint: 'Send less, or in parts.', details: { id: tool.id } },
        )
      return verdict
    },
    countCall(caller, tool) {
      const { callsPerMinute: most } = verdictOn(caller, tool)
      if (most === undefined) return
      const key = JSON.stringify([caller?.namespace, caller?.name, tool.id])
      const waitMs = takeTurn(key, most)
      if (waitMs > 0) throw tooOften(tool.id, most, waitMs)
    },
    async checkRequest(caller, server, method) {
      await upstreams.listNewcomers((one) => one === server, caller)
      const { servers, tools } = await views.holdings()
      const isWaiting = servers.get(server)?.isQuarantined === true
      const { effect, why } = judge(policy(), caller, { server, isWaiting })
      if (effect !== 'deny') return
      if (isWaiting && harmless.includes(method)) return
      if (isWaiting) throw waiting(server, server)
      // Some of its tools may be allowed where the rest of it is not.
      const isReached = [...tools.values()].some(
        (tool) => tool.server === server && shows(caller, tool),
      )
      if (!(isReached && harmless.includes(method))) throw denied(server, why)
    },
  }
}

function waiting(what: string, server: string): EngineError {
  return new EngineError('tool_not_callable', phrase`${what} waits for approval`, {
    hint: phrase`\`tamis gateway approve ${server}\` allows it.`,
    details: { server },
  })
}

function unknownTool(server: string, name: unknown): EngineError {
  return new EngineError('tool_not_found', phrase`${server} has no tool ${String(name)}`, {
    details: { server },
  })
}

function denied(id: string, why: string): EngineError {
  return new EngineError('policy_denied', phrase`${id} is not allowed: ${why}`, {
    hint: '`tamis gateway policy check` shows who may use what.',
    details: { id },
  })
}

function confirmNeeded(id: string, why: string): EngineError {
  return new EngineError('confirm_needed', phrase`${id} needs a confirm: ${why}`, {
    hint: 'Ask the user, then run it with pml_execute and `confirm: true` (--confirm on the command line).',
    details: { id },
  })
}

function tooOften(id: string, perMinute: number, waitMs: number): EngineError {
  const seconds = Math.ceil(waitMs / 1000)
  return new EngineError('rate_limited', phrase`${id} may be called ${perMinute} times a minute`, {
    hint: phrase`Come back in ${seconds} s.`,
    details: { id, retry_after_s: seconds },
  })
}
