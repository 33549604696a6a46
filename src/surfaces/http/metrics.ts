import type { IncomingMessage, ServerResponse } from 'node:http'
import { defaultNamespace } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import { phrase } from '../../phrase.ts'

/** `GET /metrics`: the numbers of this process, in the text format of Prometheus. */
export async function serveMetrics(
  { method }: IncomingMessage,
  response: ServerResponse,
  { engine, caller }: Visitor,
): Promise<void> {
  if (method !== 'GET') throw new EngineError('method_not_allowed', 'Use GET for /metrics')
  // They are of all namespaces together, so only the one that runs the daemon may see them.
  if ((caller?.namespace ?? defaultNamespace) !== defaultNamespace)
    throw new EngineError('scope_insufficient', 'Metrics are of the whole daemon', {
      hint: phrase`A token of the namespace ${defaultNamespace} reads them.`,
    })
  const text = await engine.readMetrics()
  response.writeHead(200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
