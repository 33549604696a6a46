import type { Agent } from 'undici'
import { EngineError } from '../../errors.ts'
import { guardedLookup } from '../../network/addresses.ts'
import { requireAllowed } from '../../network/guarded-agent.ts'
import { type ModelServerOptions, refusal, streamCut, timedOut, unreachable } from './failures.ts'
import { parseJson } from './parse-reply.ts'

interface ModelCall {
  readonly path: string
  readonly model: string
  readonly body: object
}

/** One HTTP server of models. It is asked once per call: no retries, no redirects. */
interface ModelServer {
  postJson(call: ModelCall, signal?: AbortSignal): Promise<unknown>
  /** Chunks of a reply as they come. Ends the request when its reader stops early. */
  postStream(call: ModelCall, signal?: AbortSignal): AsyncGenerator<Uint8Array, void>
}

const longestReplyBytes = 64 * 1024 * 1024
const longestStreamMs = 10 * 60_000

/** The one HTTP implementation behind every served model. */
export function modelServer(options: ModelServerOptions): ModelServer {
  let dispatcher: Agent | undefined

  async function open(call: ModelCall, deadline: Deadline) {
    const url = `${options.baseUrl.replace(/\/+$/, '')}${call.path}`
    // Loaded when first needed: most runs of the command line ask no server.
    const { Agent, request } = await import('undici')
    requireAllowed(url)
    dispatcher ??= new Agent({ connect: { timeout: options.timeoutMs, lookup: guardedLookup } })
    const reply = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
      },
      body: JSON.stringify(call.body),
      signal: deadline.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    if (reply.statusCode < 200 || reply.statusCode > 299) {
      const text = await readText(reply.body)
      throw refusal(options, call.model, reply.statusCode, text)
    }
    return reply.body
  }

  /** Names a failure: the caller's own reason, a timeout, a refusal already named, or no connection. */
  function named(error: unknown, deadline: Deadline, signal?: AbortSignal): unknown {
    if (signal?.aborted) return signal.reason
    if (deadline.hasExpired()) return timedOut(options)
    return error instanceof EngineError ? error : unreachable(options, error)
  }

  return {
    async postJson(call, signal) {
      signal?.throwIfAborted()
      const deadline = startDeadline(options.timeoutMs, undefined, signal)
      try {
        return parseJson(await readText(await open(call, deadline)))
      } catch (error) {
        throw named(error, deadline, signal)
      } finally {
        deadline.release()
      }
    },
    async *postStream(call, signal) {
      signal?.throwIfAborted()
      const deadline = startDeadline(options.timeoutMs, longestStreamMs, signal)
      try {
        const body = await open(call, deadline)
        let hasBegun = false
        try {
          for await (const chunk of body) {
            hasBegun = true
            deadline.pause()
            yield chunk
            deadline.listen()
          }
        } catch (error) {
          throw hasBegun && !deadline.signal.aborted ? streamCut(error) : error
        }
      } catch (error) {
        throw named(error, deadline, signal)
      } finally {
        deadline.release()
      }
    },
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > longestReplyBytes)
      throw new EngineError('model_reply_invalid', 'The reply of the model server is too large.')
    parts.push(decoder.decode(chunk, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}

/** Time allowed to a call, and the caller's own wish to stop, as one signal. */
interface Deadline {
  readonly signal: AbortSignal
  /** True once time ran out; false when the caller stopped the call. */
  hasExpired(): boolean
  /** Silence counts from now on. */
  listen(): void
  /** Silence does not count: the caller is busy with what came. */
  pause(): void
  /** Ends the watch. Call it always, or a timer stays behind. */
  release(): void
}

/** `idleMs` is the longest silence; `totalMs`, when given, the longest call however talkative. */
function startDeadline(
  idleMs: number,
  totalMs: number | undefined,
  caller: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController()
  let isExpired = false
  const expire = () => {
    isExpired = true
    controller.abort()
  }
  const follow = () => controller.abort(caller?.reason)
  let idle = setTimeout(expire, idleMs)
  const total = totalMs === undefined ? undefined : setTimeout(expire, totalMs)
  if (caller?.aborted) follow()
  caller?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    hasExpired: () => isExpired,
    listen() {
      clearTimeout(idle)
      idle = setTimeout(expire, idleMs)
    },
    pause: () => clearTimeout(idle),
    release() {
      clearTimeout(idle)
      clearTimeout(total)
      caller?.removeEventListener('abort', follow)
    },
  }
}
