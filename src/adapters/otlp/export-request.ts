import type { SpanAttributes } from '../../ports/tracer.ts'

/** A request, or a part of one, that ended. */
export interface EndedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: SpanKind
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly attributes: SpanAttributes
  readonly isFailure: boolean
}

export interface Service {
  readonly name: string
  readonly version: string
  /** Tells the daemons of a team apart. */
  readonly instance: string
}

/** What the collector draws: who was asked (`server`), who asked (`client`), or neither. */
type SpanKind = 'internal' | 'server' | 'client'

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 }
const errorStatus = 2

/** The body of `POST /v1/traces`, in the JSON encoding of OTLP. */
export function exportRequest(service: Service, spans: readonly EndedSpan[]): object {
  const resource = {
    'service.name': service.name,
    'service.version': service.version,
    'service.instance.id': service.instance,
  }
  const scope = { name: 'tamis', version: service.version }
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope, spans: spans.map(toSpan) }],
      },
    ],
  }
}

function toSpan(span: EndedSpan): object {
  const { traceId, spanId, parentSpanId, name, attributes, isFailure } = span
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: kinds[span.kind],
    startTimeUnixNano: toNanoseconds(span.startedAtMs),
    endTimeUnixNano: toNanoseconds(span.endedAtMs),
    attributes: toAttributes(attributes),
    status: isFailure ? { code: errorStatus } : {},
  }
}

/** 64-bit numbers are strings in this encoding. */
function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}

function toAttributes(attributes: SpanAttributes): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }))
}
