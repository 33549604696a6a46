import { expect, test } from 'vitest'
import { steadyClock } from './steady-clock.ts'

function stage(start: number) {
  const machine = { wall: start, counter: 50 }
  const clock = steadyClock(
    () => machine.wall,
    () => machine.counter,
  )
  const pass = (ms: number): void => {
    machine.wall += ms
    machine.counter += ms
  }
  return { machine, clock, pass }
}

test('tells the time of the machine', () => {
  const { clock, pass } = stage(1000)
  pass(500)
  expect(clock.now()).toBe(1500)
})

test('goes on at its pace when the machine is set back, and follows it forward again', () => {
  const { machine, clock, pass } = stage(1_000_000)
  pass(100)
  machine.wall = 5
  expect(clock.now()).toBe(1_000_100)
  pass(40)
  expect(clock.now()).toBe(1_000_140)
  machine.wall = 2_000_000
  expect(clock.now()).toBe(2_000_000)
})

test('begins no earlier than the latest time that was seen before', () => {
  const { clock, pass } = stage(1000)
  clock.isAtLeast(9000)
  pass(10)
  expect(clock.now()).toBe(9010)
  clock.isAtLeast(8000)
  expect(clock.now()).toBe(9010)
})
