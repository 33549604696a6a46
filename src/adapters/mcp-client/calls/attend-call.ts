import type { AskedClient } from '../../../ports/asked-client.ts'
import type { UpstreamOptions } from '../../../ports/tool-server.ts'
import { tookTooLong } from '../unavailable.ts'
import { createPatience } from './patience.ts'

/** One call, with the client that may be asked during it. */
interface AttendedCall {
  readonly client: AskedClient | undefined
  run<Result>(
    options: UpstreamOptions,
    work: (options: UpstreamOptions) => Promise<Result>,
  ): Promise<Result>
}

interface CallLimits {
  readonly server: string
  readonly limitMs: number
  readonly now: () => number
}

/** As long as a call may last with all that is asked during it. */
const longestCallMs = 24 * 3_600_000

/** The time that a call may take does not run while its client is asked, nor once the client may leave. */
export function attendCall(
  asked: AskedClient | undefined,
  { server, limitMs, now }: CallLimits,
): AttendedCall {
  if (!asked) return { client: undefined, run: (options, work) => work(options) }
  let during = <Result>(asking: () => Promise<Result>): Promise<Result> => asking()
  let endLimit = (): void => undefined
  const client: AskedClient = {
    ...asked,
    ...(asked.onDeferred
      ? {
          onDeferred() {
            endLimit()
            asked.onDeferred?.()
          },
        }
      : {}),
    ask: (method, params, signal) => during(() => asked.ask(method, params, signal)),
  }
  return {
    client,
    async run(options, work) {
      const patience = createPatience(limitMs, now)
      during = patience.during
      endLimit = patience.end
      const signals = [patience.signal, ...(options.signal ? [options.signal] : [])]
      const signal = AbortSignal.any(signals)
      try {
        return await work({ ...options, client, signal, timeoutMs: longestCallMs })
      } catch (error) {
        if (patience.signal.aborted) throw tookTooLong(server, error)
        throw error
      } finally {
        patience.end()
      }
    },
  }
}
