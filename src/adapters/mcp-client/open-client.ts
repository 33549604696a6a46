import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'
import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import type { Fetch } from '../../network/guarded-fetch.ts'
import { phrase } from '../../phrase.ts'
import type { JsonObject } from '../../ports/store/catalog.ts'
import type {
  ListedTool,
  ServerListing,
  ToolCallResult,
  UpstreamOptions,
} from '../../ports/tool-server.ts'
import { type Askable, answerServer, askableCapabilities } from './calls/answer-server.ts'
import { createToolCaller, type ToolCaller } from './calls/call-tool.ts'
import { cancelLateTasks } from './calls/cancel-late-tasks.ts'
import { keepOrder } from './calls/keep-order.ts'
import { revealTasks, tasksExtension } from './calls/reveal-tasks.ts'
import type { ServerDefinition } from './definition.ts'
import { eraOf, priorOf } from './era.ts'
import { listSkills } from './list-skills.ts'
import { openTransport } from './transport.ts'
import { engineErrorIn, lastLine, messageOf, tookTooLong, unavailable } from './unavailable.ts'

/** A connected upstream. */
export interface OpenClient {
  list(options: UpstreamOptions): Promise<ServerListing>
  call(tool: string, args: JsonObject, options: UpstreamOptions): Promise<ToolCallResult>
  request(
    method: string,
    params: JsonObject | undefined,
    options: UpstreamOptions,
  ): Promise<JsonObject>
  close(): Promise<void>
}

export interface ClientEvents {
  onToolsChanged(): void
  /** The connection ended by itself; `problem` is the last thing the server said. */
  onClose(problem: string): void
}

const probeTimeoutMs = 3000
const anyResult = z.looseObject({})
/** Nobody waits for what a task that was left says of being cancelled. */
const partingMs = 2000

/** Starts or calls a server and agrees on a protocol with it. */
export async function openClient(
  definition: ServerDefinition,
  fetch: Fetch,
  era: string | undefined,
  events: ClientEvents,
  signal: AbortSignal,
  askable?: Askable,
): Promise<OpenClient> {
  const { transport, lastWords } = openTransport(definition, fetch)
  // The transport of 2024 knows no newer protocol.
  const client = newClient(
    {
      ...events,
      onToolsChanged() {
        tools?.forget()
        events.onToolsChanged()
      },
    },
    askable,
    definition.transport === 'sse',
  )
  let tools: ToolCaller | undefined
  if (askable) answerServer(client, askable)
  try {
    const prior = priorOf(era)
    await client.connect(transport as Transport, {
      timeout: definition.connectTimeoutMs,
      signal,
      ...(prior ? { prior } : {}),
    })
    if (prior?.kind === 'modern') listenForTools(client, signal)
    revealTasks(transport)
    cancelLateTasks(transport, (taskId) => cancelTask(client, taskId))
    keepOrder(transport)
  } catch (cause) {
    await client.close().catch(() => undefined)
    const refusal = engineErrorIn(cause)
    if (refusal) throw refusal
    throw unavailable(definition.name, lastLine(lastWords()) || reasonOf(cause), cause)
  }
  let isClosing = false
  client.onclose = () => {
    if (!isClosing) events.onClose(lastLine(lastWords()) || 'the server closed the connection')
  }
  const guarded = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((error: unknown) => {
      if (signal.aborted) throw unavailable(definition.name, 'it is being stopped', error)
      throw toEngineError(definition.name, error, () => lastLine(lastWords()))
    })
  const optionsOf = (options: UpstreamOptions): RequestOptions =>
    requestOptions(definition, options, signal)
  const caller = createToolCaller(client, optionsOf)
  tools = caller
  return {
    list: (options) => guarded(() => list(client, optionsOf(options))),
    call: (tool, args, options) =>
      guarded(async () => {
        const result = await caller.call(tool, args, options)
        return { isError: result.isError === true, result }
      }),
    request: (method, params, options) =>
      guarded(() =>
        client.request(
          { method, ...(params ? { params: { ...params } } : {}) },
          anyResult,
          optionsOf(options),
        ),
      ),
    close() {
      isClosing = true
      return client.close()
    },
  }
}

/** The SDK asks to be told of new tools only where it was not told the protocol beforehand. */
function listenForTools(client: Client, signal: AbortSignal): void {
  if (!client.getServerCapabilities()?.tools?.listChanged) return
  // A server that cannot tell is listed as before, when it is used.
  client.listen({ toolsListChanged: true }, { signal }).catch(() => undefined)
}

/** What a status of HTTP means here; the text beside it is seldom meant for people. */
function reasonOf(error: unknown): string {
  const status = error instanceof SdkHttpError ? error.status : undefined
  if (status === 404) return 'nothing is served at its url (404); check it'
  if (status === 405) return 'its url takes no such requests (405); check it'
  return status === undefined ? messageOf(error) : `it answered with status ${status}`
}

function newClient(
  { onToolsChanged }: ClientEvents,
  askable: Askable | undefined,
  isOlder: boolean,
): Client {
  return new Client(
    { name: 'tamis', version: '1' },
    {
      capabilities: {
        ...askableCapabilities(askable?.capabilities ?? {}),
        extensions: { [tasksExtension]: {} },
      },
      jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
      versionNegotiation: isOlder
        ? { mode: 'legacy' }
        : { mode: 'auto', probe: { timeoutMs: probeTimeoutMs } },
      listChanged: { tools: { autoRefresh: false, onChanged: onToolsChanged } },
    },
  )
}

async function list(client: Client, options: RequestOptions): Promise<ServerListing> {
  const { tools } = await client.listTools(undefined, { ...options, cacheMode: 'refresh' })
  return {
    description: client.getInstructions() ?? client.getServerVersion()?.title ?? '',
    tools: tools.map(toListedTool),
    ...(await listSkills(client, options)),
    era: eraOf(client),
  }
}

export type RequestOptions = NonNullable<Parameters<Client['callTool']>[1]>

/** A call ends with its caller, and with the connection: one left open would keep the process alive. */
function requestOptions(
  definition: ServerDefinition,
  options: UpstreamOptions,
  closing: AbortSignal,
): RequestOptions {
  const { onProgress, signal } = options
  return {
    timeout: options.timeoutMs ?? definition.timeoutMs,
    signal: signal ? AbortSignal.any([signal, closing]) : closing,
    ...(onProgress
      ? { onprogress: ({ progress, total, message }) => onProgress(progress, total, message) }
      : {}),
  }
}

function toListedTool(tool: Awaited<ReturnType<Client['listTools']>>['tools'][number]): ListedTool {
  return {
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description ?? tool.title ?? '',
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema } : {}),
    ...(tool.annotations ? { annotations: tool.annotations } : {}),
  }
}

/** An error that the server itself answered with keeps its code and words. */
function toEngineError(server: string, error: unknown, lastWords: () => string): unknown {
  if (error instanceof ProtocolError)
    return new EngineError('server_refused', phrase`${server} refused: ${error.message}`, {
      details: { server, rpc_code: error.code },
      cause: error,
    })
  const refusal = engineErrorIn(error)
  if (refusal) return refusal
  if (!(error instanceof SdkError)) return error
  if (error.code === SdkErrorCode.RequestTimeout) return tookTooLong(server, error)
  return unavailable(server, lastWords() || reasonOf(error), error)
}

function cancelTask(client: Client, taskId: string): void {
  client
    .request({ method: 'tasks/cancel', params: { taskId } }, anyResult, { timeout: partingMs })
    .catch(() => undefined)
}
