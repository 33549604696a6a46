import type {
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server'
import { ProtocolError } from '@modelcontextprotocol/server'
import type { Engine } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import { rpcError } from '../http/error-projections.ts'

/** What of the upstreams is offered beside tools. */
export type Offers = Engine['discovery']['offers']
type Offerings = Engine['discovery']['offerings']
type Call = Parameters<Offerings['prompt']>[2]

/** What a server says it has; nothing unless the configuration offers it. */
export function offeredCapabilities(offers: Offers): { prompts?: object; resources?: object } {
  return Object.fromEntries(offers.map((kind) => [kind, {}]))
}

/** Lists and gives the prompts and resources of all upstreams. */
export function offer(
  server: Server,
  offers: Offers,
  visitorOf: (context: ServerContext) => Visitor,
): void {
  const answer = async <Result>(
    context: ServerContext,
    work: (offerings: Offerings, call: Call) => Promise<Result>,
  ): Promise<Result> => {
    const { engine, caller } = visitorOf(context)
    const { signal } = context.mcpReq
    return work(engine.discovery.offerings, { source: 'mcp', caller, signal }).catch(asProtocol)
  }
  const page = (
    kind: Parameters<Offerings['list']>[0],
    cursor: string | undefined,
    context: ServerContext,
  ): Promise<object> =>
    answer(context, async (offerings, call) => {
      const { items, missing, nextCursor } = await offerings.list(kind, cursor, call)
      return {
        [kind]: items,
        ...(nextCursor === undefined ? {} : { nextCursor }),
        ...(missing.length > 0 ? { _meta: { 'tamis/missing': missing } } : {}),
      }
    })

  if (offers.includes('prompts')) {
    server.setRequestHandler(
      'prompts/list',
      async ({ params }, context) =>
        (await page('prompts', params?.cursor, context)) as ListPromptsResult,
    )
    server.setRequestHandler('prompts/get', ({ params }, context) =>
      answer(
        context,
        async (offerings, call) =>
          (await offerings.prompt(params.name, params.arguments ?? {}, call)) as never,
      ),
    )
  }
  if (!offers.includes('resources')) return
  server.setRequestHandler(
    'resources/list',
    async ({ params }, context) =>
      (await page('resources', params?.cursor, context)) as ListResourcesResult,
  )
  server.setRequestHandler(
    'resources/templates/list',
    async ({ params }, context) =>
      (await page('resourceTemplates', params?.cursor, context)) as ListResourceTemplatesResult,
  )
  server.setRequestHandler('resources/read', ({ params }, context) =>
    answer(
      context,
      async (offerings, call) => (await offerings.resource(params.uri, call)) as never,
    ),
  )
}

/** A refusal of ours, or of the upstream in its own code, as the protocol says it. */
function asProtocol(error: unknown): never {
  if (!(error instanceof EngineError)) throw error
  const { code, message, data } = rpcError(error)
  const { rpc_code: theirs } = error.details
  throw new ProtocolError(typeof theirs === 'number' ? theirs : code, message, data)
}
