import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type CollectedSpan, startCollector } from '../../../test/support/otlp-collector.ts'
import type { Span, Tracer } from '../../ports/tracer.ts'
import { prometheusMeter } from '../prometheus/meter.ts'
import { otlpTracer } from './tracer.ts'

async function openStage() {
  const collector = await startCollector()
  onTestFinished(collector.close)
  const meter = prometheusMeter()
  const tracer = otlpTracer({
    endpoint: collector.url,
    headers: {},
    service: { name: 'tamis', version: '1', instance: 'one' },
    meter,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  /** All that was sent, in the order in which it ended. */
  async function closed(): Promise<readonly CollectedSpan[]> {
    await tracer.close()
    expect(collector.faults).toEqual([])
    return collector.spans
  }
  return { meter, tracer, closed }
}

function begin(tracer: Tracer, name: string): Span {
  const span = tracer.start(name, undefined)
  if (!span) throw new Error('not recorded')
  return span
}

test('each part goes under the request that waits for it, though two are under way', async () => {
  const { tracer, closed } = await openStage()
  const [one, two] = [begin(tracer, 'one'), begin(tracer, 'two')]
  const ask = (kind: 'upstream' | 'store') => async () => {
    await setImmediate()
    const child = tracer.child(`for ${kind}`, kind)
    await setImmediate()
    child?.end({}, kind === 'store')
  }
  await Promise.all([one.run(ask('upstream')), two.run(ask('store'))])
  one.end({}, false)
  two.end({}, false)
  const spans = await closed()
  const named = (name: string) => spans.find((span) => span.name === name)
  const ofUpstream = { traceId: named('one')?.traceId, parentSpanId: named('one')?.spanId }
  expect(named('for upstream')).toMatchObject({ ...ofUpstream, kind: 3, status: {} })
  const ofStore = { traceId: named('two')?.traceId, parentSpanId: named('two')?.spanId }
  expect(named('for store')).toMatchObject({ ...ofStore, kind: 1, status: { code: 2 } })
})

test('nothing is part of a request that has ended, or of none', async () => {
  const { tracer, closed } = await openStage()
  const span = begin(tracer, 'request')
  const later = span.run(async () => {
    await setImmediate()
    return tracer.child('later', 'store')
  })
  span.end({}, false)
  expect(await later).toBeUndefined()
  expect(tracer.child('alone', 'store')).toBeUndefined()
  expect((await closed()).map(({ name }) => name)).toEqual(['request'])
})

test('a request has at most two hundred parts; further ones are counted as dropped', async () => {
  const { meter, tracer, closed } = await openStage()
  const span = begin(tracer, 'request')
  span.run(() => {
    for (let at = 0; at < 203; at++) tracer.child('part', 'store')?.end({}, false)
  })
  span.end({}, false)
  expect((await closed()).length).toBe(201)
  expect(meter.read()).toMatch(/^tamis_spans_dropped_total 3$/m)
})
