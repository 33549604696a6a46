import { expect, test } from 'vitest'
import { readExposition } from '../../../test/support/read-exposition.ts'
import { prometheusMeter } from './meter.ts'
import { watchPool, watchProcess } from './watch-process.ts'

test('says at each reading what the process takes, and its time only grows', () => {
  const meter = prometheusMeter()
  watchProcess(meter)
  const read = (name: string): readonly number[] =>
    (readExposition(meter.read()).get(name)?.samples ?? []).map(({ value }) => value)
  const [spent = 0] = read('tamis_process_cpu_seconds_total')
  expect(spent).toBeGreaterThan(0)
  expect(read('tamis_process_cpu_seconds_total')[0]).toBeGreaterThanOrEqual(spent)
  const [resident = 0] = read('tamis_process_resident_bytes')
  expect(resident).toBeGreaterThan(1e6)
  const [heap = 0] = read('tamis_process_heap_bytes')
  expect(heap).toBeGreaterThan(1e6)
  const delays = read('tamis_event_loop_delay_seconds')
  expect(delays.length).toBe(3)
  for (const delay of delays) expect(delay).toBeGreaterThanOrEqual(0)
})

test('says how full a pool is when it is read', () => {
  const meter = prometheusMeter()
  let waiting = 0
  watchPool(meter, { usage: () => ({ busy: 3, idle: 1, most: 4, waiting }) })
  waiting = 7
  const families = readExposition(meter.read())
  expect(
    families
      .get('tamis_pool_connections')
      ?.samples.map(({ labels, value }) => [labels.state, value]),
  ).toEqual([
    ['busy', 3],
    ['idle', 1],
    ['most', 4],
  ])
  expect(families.get('tamis_pool_waiting')?.samples[0]?.value).toBe(7)
})
