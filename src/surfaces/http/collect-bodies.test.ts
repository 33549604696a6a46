import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bodyCollector, newestCollector } from './collect-bodies.ts'

test('collects once so many bytes of bodies are over, and not before', () => {
  let collections = 0
  const isOver = bodyCollector(() => collections++, 100)
  isOver(60)
  expect(collections).toBe(0)
  isOver(60)
  expect(collections).toBe(1)
  isOver(99)
  expect(collections).toBe(1)
  isOver(500)
  expect(collections).toBe(2)
})

test('frees the bytes of bodies that nobody holds', () => {
  const collect = newestCollector()
  const megabyte = 1024 * 1024
  for (let body = 0; body < 40; body++) Buffer.alloc(megabyte)
  const before = process.memoryUsage().arrayBuffers
  collect()
  // What the first found is freed beside it, and surely before the next.
  collect()
  expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(20 * megabyte)
})

test('leaves the collector to no script that runs later', () => {
  newestCollector()()
  expect(runInNewContext('typeof gc')).toBe('undefined')
})
