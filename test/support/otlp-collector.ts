import { createServer, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import { listenLocally } from './listen-locally.ts'

const anyValue = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
])
const attributes = z.array(z.strictObject({ key: z.string().min(1), value: anyValue }))
const nanoseconds = z.string().regex(/^[1-9]\d{18}$/)

const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.literal([1, 2, 3]),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.strictObject({ code: z.literal(2).optional() }),
})

/** `ExportTraceServiceRequest` in the JSON encoding of OTLP, as far as we use it. */
const exportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(span).min(1),
        }),
      ),
    }),
  ),
})

export type CollectedSpan = z.infer<typeof span>

/** A collector that takes only what is of the right form. */
export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  readonly headers: IncomingMessage['headers'][]
  /** Why bodies were refused. */
  readonly faults: string[]
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const faults: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer(async (request, response) => {
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk)
    headers.push(request.headers)
    const parsed = exportRequest.safeParse(JSON.parse(Buffer.concat(body).toString()))
    const isRight = request.url === '/v1/traces' && request.method === 'POST' && parsed.success
    if (parsed.success)
      spans.push(
        ...parsed.data.resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap((scope) => scope.spans),
        ),
      )
    else faults.push(parsed.error.message)
    response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
  })
  const { url, close } = await listenLocally(server)
  return { url, spans, headers, faults, close }
}
