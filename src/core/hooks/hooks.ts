import type { Digest } from '../../ports/digest.ts'
import { type HookAgent, hookAgents } from './hook-agents.ts'
import type { CommandEvent, HookReply, ResultEvent } from './hook-event.ts'
import { hookSessions } from './hook-sessions.ts'

export interface HooksDeps {
  /** The sieve on entry, for one result. */
  readonly enter: (
    source: string,
    result: {
      readonly callId: string
      readonly tool: string
      readonly input: unknown
      readonly text: string
      readonly exitCode: number | undefined
      readonly goal: string
    },
  ) => Promise<{ readonly text: string; readonly id: string } | undefined>
  /** Whether the sieve would look at what a command prints. */
  readonly isSieved: (command: string) => boolean
  readonly digest: Digest
}

/** What hooks inside agents ask: each hands over what its agent tells it, and gets the agent's own form of answer. */
export interface Hooks {
  /** `filter` is the command that output can be passed through, where the agent can start one. */
  handle(agent: HookAgent, payload: unknown, filter?: string): Promise<HookReply>
  /** What such a filter has read; `undefined` when that is what it should print. */
  filter(agent: HookAgent, key: string, text: string): Promise<string | undefined>
}

export function createHooks({ enter, isSieved, digest }: HooksDeps): Hooks {
  const sessions = hookSessions()

  async function shorten(
    agent: HookAgent,
    result: Omit<ResultEvent, 'kind' | 'replace'>,
  ): Promise<{ readonly text: string; readonly id: string } | undefined> {
    const { session, callId, tool, input, text, exitCode } = result
    const same = digest(JSON.stringify([tool, input, text]))
    // Who asks for the same again wants to see what was left out.
    if (sessions.wasShortened(session, same)) return undefined
    const goal = sessions.goalOf(session)
    const short = await enter(`hook:${agent}`, { callId, tool, input, text, exitCode, goal })
    if (short) sessions.setShortened(session, same)
    return short
  }

  function passThrough(
    agent: HookAgent,
    { session, command, rewrite }: CommandEvent,
    filter: string,
  ): HookReply {
    if (!isSieved(command)) return {}
    const key = digest(JSON.stringify([agent, session, command])).slice(0, keyLength)
    const filtered = filteredCommand(command, `${filter} ${key}`)
    if (filtered === undefined) return {}
    sessions.setCommand(key, { session, command })
    return rewrite(filtered)
  }

  return {
    async handle(agent, payload, filter) {
      const event = hookAgents[agent](payload)
      switch (event?.kind) {
        case 'prompt':
          if (event.text.trim() !== '') sessions.setGoal(event.session, event.text)
          return {}
        case 'command':
          return filter === undefined ? {} : passThrough(agent, event, filter)
        case 'file-read':
          return { remove: event.path }
        case 'result': {
          const short = await shorten(agent, event)
          return short ? event.replace(short.text, short.id) : {}
        }
        default:
          return {}
      }
    },
    async filter(agent, key, text) {
      const asked = sessions.commandOf(key)
      if (!asked) return undefined
      const { session, command } = asked
      const printed = { session, callId: '', tool: 'bash', input: { command } }
      return (await shorten(agent, { ...printed, text, exitCode: undefined }))?.text
    },
  }
}

/** Enough to tell the commands of a day apart, and short enough not to be in the way. */
const keyLength = 12

/** Anything that gives the end of a command another meaning than "print, and exit with a code". */
const unclear = /[|;#`\n<>"'(){}]|&(?!&)|\\$/
/** They act on the shell itself, which a pipeline would start anew for them. */
const actsOnShell = /^\s*(?:cd|pushd|popd|export|source|\.|set|unset|alias|exec|eval|exit)(?:\s|$)/

/**
 * The same command with what it prints passed through a filter, its exit code handed on; `undefined`
 * where that cannot be said for sure. It stays in sight as it was, for whoever decides whether it may
 * run, and what stands before its last part still acts on the shell it is run in.
 */
export function filteredCommand(command: string, filter: string): string | undefined {
  const plain = command.trim()
  const own = plain.replace(/\s+2>&1$/, '')
  if (own === '' || unclear.test(withoutWords(own))) return undefined
  if (actsOnShell.test(own.split('&&').at(-1) ?? '')) return undefined
  // No redirection of ours: Codex's rules about commands do not look into one that has any.
  return `set -o pipefail && ${plain} | ${filter}`
}

/** Quoted text means nothing to the shell, but for what double quotes let through. */
function withoutWords(command: string): string {
  return command.replaceAll(/'[^']*'|"[^"`$\\]*"|&&/g, ' ')
}
