import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { ServerDefinition } from './definition.ts'

/** A server that cannot be started or reached, in its own last words where it had any. */
export function unavailable(server: string, problem: string, cause?: unknown): EngineError {
  return new EngineError('server_unavailable', phrase`${server} is not available: ${problem}`, {
    hint: '`tamis gateway doctor` says more.',
    details: { server },
    cause,
  })
}

/** A server that was given its time and did not answer. */
export function tookTooLong(server: string, cause: unknown): EngineError {
  return new EngineError('server_timeout', phrase`${server} did not answer in time`, {
    hint: 'Raise timeout_ms of this server, or ask it for less.',
    details: { server },
    cause,
  })
}

/** Refuses a server that lacks something, such as a variable of the environment. */
export function requireUsable({ name, problem }: ServerDefinition): void {
  if (problem !== undefined) throw unavailable(name, problem)
}

/** The end of what an error or a process said, short enough for one line. */
export function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, 200)
}

/** What an error says, with the system's own code: `fetch failed` alone tells nobody why. */
export function messageOf(error: unknown): string {
  const notStarted = whyNotStarted(error)
  if (notStarted) return notStarted
  const said = lastLine(error instanceof Error ? error.message : String(error))
  const code = systemCode(error)
  return code === undefined || said.includes(code) ? said : `${said} (${code})`
}

/** A program that cannot be run, in words for who wrote its name into the configuration. */
function whyNotStarted(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error && 'path' in error)) return undefined
  if (!String(error.syscall).startsWith('spawn')) return undefined
  const code = systemCode(error)
  if (code === 'ENOENT') return `there is no program ${error.path} on the PATH of the daemon`
  return code === 'EACCES' ? `the daemon may not run ${error.path}` : undefined
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const own = 'code' in error && /^E[A-Z]{3,}$/.test(String(error.code))
  return systemCode(error.cause) ?? (own ? String(error.code) : undefined)
}

/** A refusal of ours inside an error that a library made of it. */
export function engineErrorIn(error: unknown): EngineError | undefined {
  if (error instanceof EngineError) return error
  return error instanceof Error && error.cause !== undefined
    ? engineErrorIn(error.cause)
    : undefined
}
