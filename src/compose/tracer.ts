import { hostname } from 'node:os'
import type { Config } from '../config/schema.ts'
import type { Log } from '../engine.ts'
import type { Meter } from '../ports/meter.ts'
import type { Tracer } from '../ports/tracer.ts'

/** A tracer where the configuration names a collector; its code is read only then. */
export async function openTracer(
  { telemetry }: Config,
  version: string,
  meter: Meter,
  log: Log,
): Promise<Tracer | undefined> {
  const { otlpEndpoint: endpoint, otlpHeaders = '', serviceName } = telemetry
  if (endpoint === undefined) return undefined
  const { otlpTracer } = await import('../adapters/otlp/tracer.ts')
  const service = { name: serviceName, version, instance: `${hostname()}-${process.pid}` }
  return otlpTracer({ endpoint, headers: readHeaders(otlpHeaders), service, meter, log })
}

/** `name=value,name=value`, values as in a URL. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim().toLowerCase(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}
