import { expect, test } from 'vitest'
import { weighNeighbours } from './weigh-neighbours.ts'

const strangers = () => 0

test('nobody near says nothing', () => {
  expect([...weighNeighbours([], strangers)]).toEqual([])
})

test('neighbours that have nothing in common each say what they are alike', () => {
  const [one = 0, other = 0] = weighNeighbours([0.8, 0.4], strangers)
  expect(one).toBeCloseTo(2 * other)
})

test('many that say the same share one say', () => {
  const [alone = 0] = weighNeighbours([0.5], strangers)
  const [one = 0, same = 0, other = 0] = weighNeighbours([0.5, 0.5, 0.5], (left, right) =>
    left + right === 1 ? 1 : 0,
  )
  expect(one).toBeCloseTo(same)
  expect(one + same).toBeGreaterThan(alone)
  expect(one).toBeLessThan(other)
  expect(one + same).toBeLessThan(2 * alone)
})

test('a neighbour that is alike only through a nearer one loses its say', () => {
  const [near = 0, through = 0] = weighNeighbours([0.9, 0.6], () => 0.9)
  expect(near).toBeGreaterThan(0.5)
  expect(through).toBeLessThan(0.1)
})

test('the says solve the system they come from', () => {
  const alike = [0.9, 0.7, 0.5, 0.3]
  const between = (one: number, other: number): number => 1 / (1 + Math.abs(one - other))
  const says = weighNeighbours(alike, between)
  const back = alike.map((_, row) =>
    says.reduce((sum, say, at) => sum + say * (row === at ? 1.3 : between(row, at)), 0),
  )
  for (const [row, value] of back.entries()) expect(value).toBeCloseTo(alike[row] ?? 0, 10)
})
