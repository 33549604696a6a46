import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { request } from 'undici'
import { guardedAgent } from '../../network/guarded-agent.ts'
import type { Log } from '../../ports/log.ts'
import type { Meter } from '../../ports/meter.ts'
import type { ChildSpan, Tracer } from '../../ports/tracer.ts'
import { type EndedSpan, exportRequest, type Service } from './export-request.ts'

export interface OtlpSettings {
  /** Up to and without `/v1/traces`. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: Service
  readonly meter: Meter
  readonly log: Log
}

/** What waits when the collector is slow; more is dropped and counted. */
const mostWaiting = 2048
/** A request that asks the store thousands of times does not crowd out all others. */
const mostChildren = 200
const batchSpans = 256
const sendAfterMs = 1000
const timeoutMs = 5000

/** Sends spans to an OpenTelemetry collector by OTLP over HTTP, in its JSON encoding. */
export function otlpTracer(settings: OtlpSettings): Tracer {
  const { meter, log, service } = settings
  const waiting: EndedSpan[] = []
  const active = new AsyncLocalStorage<ActiveRequest>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined

  /** A collector that is away holds no daemon that stops: the first failure is then the last. */
  async function sendAll(isClosing = false): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSpans)
      const problem = await post(settings, exportRequest(service, batch))
      if (problem === undefined) continue
      const lost = isClosing ? batch.length + waiting.splice(0).length : batch.length
      meter.count('tamis_spans_dropped_total', {}, lost)
      log.warn('spans-not-sent', { spans: lost, problem })
    }
  }
  function send(): void {
    timer = undefined
    sending ??= sendAll().finally(() => {
      sending = undefined
      if (waiting.length > 0) plan()
    })
  }
  function plan(): void {
    timer ??= setTimeout(send, sendAfterMs).unref()
  }
  function keep(span: EndedSpan): void {
    if (waiting.length < mostWaiting) waiting.push(span)
    else meter.count('tamis_spans_dropped_total', {})
    plan()
  }

  function begin(head: SpanHead): ChildSpan {
    const startedAtMs = now()
    return {
      end: (attributes, isFailure) =>
        keep({ ...head, startedAtMs, endedAtMs: now(), attributes, isFailure }),
    }
  }

  return {
    start(name, traceparent) {
      const parent = readTraceParent(traceparent)
      if (parent && !parent.isSampled) return undefined
      const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
      const spanId = newSpanId()
      const request = { traceId, spanId, children: 0, isEnded: false }
      const span = begin({ traceId, spanId, parentSpanId: parent?.spanId, name, kind: 'server' })
      return {
        traceparent: writeTraceParent({ traceId, spanId, isSampled: true }),
        run: (work) => active.run(request, work),
        end(attributes, isFailure) {
          request.isEnded = true
          span.end(attributes, isFailure)
        },
      }
    },
    child(name, kind) {
      const request = active.getStore()
      // What a request set going may outlive it, a connection for instance: that is nobody's part.
      if (!request || request.isEnded) return undefined
      request.children++
      if (request.children > mostChildren) {
        meter.count('tamis_spans_dropped_total', {})
        return undefined
      }
      return begin({
        traceId: request.traceId,
        spanId: newSpanId(),
        parentSpanId: request.spanId,
        name,
        kind: kind === 'upstream' ? 'client' : 'internal',
      })
    },
    async close() {
      clearTimeout(timer)
      await sending
      clearTimeout(timer)
      await sendAll(true)
    },
  }
}

type SpanHead = Pick<EndedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind'>

interface ActiveRequest {
  readonly traceId: string
  readonly spanId: string
  children: number
  isEnded: boolean
}

function newSpanId(): string {
  return randomBytes(8).toString('hex')
}

/** Finer than `Date.now`: most requests take less than a few milliseconds. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

/** Why the collector did not take it; `undefined` when it did. Names no header. */
async function post(
  { endpoint, headers }: OtlpSettings,
  body: object,
): Promise<string | undefined> {
  try {
    const { statusCode, body: answer } = await request(
      `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      {
        dispatcher: await guardedAgent(endpoint),
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      },
    )
    await answer.dump()
    return statusCode < 300 ? undefined : `status ${statusCode}`
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable'
  }
}

/** The header `traceparent` of W3C Trace Context, version 00. */
interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** `undefined` for a header that is absent or not of its form: the trace then begins here. */
export function readTraceParent(header: string | undefined): TraceParent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function writeTraceParent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}
