import { type Client, LOG_LEVEL_META_KEY, type LoggingLevel } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { JsonObject } from '../../../ports/store/catalog.ts'
import type { UpstreamOptions } from '../../../ports/tool-server.ts'
import type { RequestOptions } from '../open-client.ts'
import { followTask, type TaskPeer } from './follow-task.ts'
import { taskIn } from './reveal-tasks.ts'

export interface ToolCaller {
  call(tool: string, args: JsonObject, options: UpstreamOptions): Promise<JsonObject>
  /** What is known of the tools may not hold any more. */
  forget(): void
}

const anyResult = z.looseObject({})
const createdTask = z.looseObject({ task: z.looseObject({ taskId: z.string() }) })

/** As long as a server should keep a task of ours, and its result may be awaited. */
const taskMs = 24 * 3_600_000
/** A task that nobody waits for is cancelled; whoever left does not wait long for that. */
const partingMs = 2000

/** Calls tools, as tasks where the server wants them so. */
export function createToolCaller(
  client: Client,
  optionsOf: (options: UpstreamOptions) => RequestOptions,
): ToolCaller {
  const logWish = logWishes(client)
  const isOlder = client.getProtocolEra() === 'legacy'
  let supports: Promise<ReadonlyMap<string, string>> | undefined

  /** What tools of the 2025 protocol say of tasks; servers that know none are not asked. */
  async function supportOf(tool: string, options: UpstreamOptions): Promise<string> {
    if (!isOlder || !client.getServerCapabilities()?.tasks?.requests?.tools?.call)
      return 'forbidden'
    supports ??= client
      .listTools(undefined, { ...optionsOf({ signal: options.signal }), cacheMode: 'refresh' })
      .then(
        ({ tools }) => new Map(tools.map((one) => [one.name, one.execution?.taskSupport ?? ''])),
      )
    supports.catch(() => {
      supports = undefined
    })
    return (await supports).get(tool) ?? 'forbidden'
  }

  function peerOf(options: UpstreamOptions): TaskPeer {
    const usual = optionsOf({ ...options, onProgress: undefined })
    const waits = {
      lasting: { ...usual, timeout: taskMs },
      parting: { timeout: partingMs },
    }
    return {
      isOlder,
      request: (method, params, wait) =>
        client.request({ method, params: { ...params } }, anyResult, wait ? waits[wait] : usual),
    }
  }

  return {
    async call(tool, args, options) {
      const wish = await logWish(options.client?.logLevel)
      const wanted = { name: tool, arguments: { ...args }, ...wish }
      const support = await supportOf(tool, options)
      const isLeft = options.client?.onDeferred !== undefined
      if (support === 'required' || (support === 'optional' && isLeft)) {
        const params = { ...wanted, task: { ttl: taskMs } }
        const begun = await client.request(
          { method: 'tools/call', params },
          anyResult,
          optionsOf(options),
        )
        const { success, data } = createdTask.safeParse(begun)
        return success ? followTask(peerOf(options), data.task, options) : begun
      }
      const result = await client.callTool(wanted, optionsOf(options))
      const task = taskIn(result)
      return task === undefined ? result : followTask(peerOf(options), task, options)
    },
    forget() {
      supports = undefined
    },
  }
}

/** Says to a server which log messages are wanted, in the way of its era; gives what a call must carry. */
function logWishes(
  client: Client,
): (level: string | undefined) => Promise<{ _meta?: Record<string, unknown> }> {
  let told: string | undefined
  return async (level) => {
    if (level === undefined || !client.getServerCapabilities()?.logging) return {}
    if (client.getProtocolEra() !== 'legacy') return { _meta: { [LOG_LEVEL_META_KEY]: level } }
    if (told !== level) await client.setLoggingLevel(level as LoggingLevel)
    told = level
    return {}
  }
}
