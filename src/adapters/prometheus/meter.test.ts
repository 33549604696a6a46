import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExposition } from '../../../test/support/read-exposition.ts'
import { metrics } from '../../ports/meter.ts'
import { prometheusMeter } from './meter.ts'

test('names every metric, also before anything happened', () => {
  const families = readExposition(prometheusMeter().read())
  expect([...families.keys()]).toEqual(Object.keys(metrics))
})

test('adds up by labels, and keeps the last value of a gauge', () => {
  const meter = prometheusMeter()
  meter.count('tamis_requests_total', { door: 'api', status: '200' })
  meter.count('tamis_requests_total', { door: 'api', status: '200' }, 2)
  meter.count('tamis_requests_total', { door: 'rpc', status: '200' })
  meter.set('tamis_originals', {}, 5)
  meter.set('tamis_originals', {}, 3)
  const families = readExposition(meter.read())
  expect(families.get('tamis_requests_total')?.samples.map(({ value }) => value)).toEqual([3, 1])
  expect(families.get('tamis_originals')?.samples).toMatchObject([{ value: 3, labels: {} }])
})

test('sorts times into buckets', () => {
  const meter = prometheusMeter()
  for (const seconds of [0.0001, 0.02, 3, 60]) meter.time('tamis_proxy_added_seconds', {}, seconds)
  const samples = readExposition(meter.read()).get('tamis_proxy_added_seconds')?.samples ?? []
  const at = (le: string) => samples.find(({ labels }) => labels.le === le)?.value
  expect([at('0.0005'), at('0.025'), at('10'), at('+Inf')]).toEqual([1, 2, 3, 4])
})

test('writes any label so that it reads the same, and never breaks a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (reason) => {
      const meter = prometheusMeter()
      meter.count('tamis_fallbacks_total', { sieve: 'prune', reason })
      const [sample] = readExposition(meter.read()).get('tamis_fallbacks_total')?.samples ?? []
      const unescaped = sample?.labels.reason?.replace(/\\(.)/gs, (_, one) =>
        one === 'n' ? '\n' : one,
      )
      expect(unescaped).toBe(reason)
    }),
  )
})

test('never holds more than so many series of one metric', () => {
  const meter = prometheusMeter()
  for (let at = 0; at < 2000; at++)
    meter.count('tamis_fallbacks_total', { sieve: 'prune', reason: `reason-${at}` })
  const samples = readExposition(meter.read()).get('tamis_fallbacks_total')?.samples ?? []
  expect(samples.length).toBe(501)
  expect(samples.at(-1)).toMatchObject({ labels: { reason: 'other' }, value: 1500 })
})
