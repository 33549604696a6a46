import type { Goal } from '../goal/goal.ts'
import type { Query } from './score-units.ts'
import type { TermIndex } from './term-index.ts'

/** The terms of the goal that the text has at all. */
export function queryOf(goal: Goal, index: TermIndex): Query {
  const query = new Map<number, number>()
  for (const [term, weight] of goal.weights) {
    const id = index.ids.get(term)
    if (id !== undefined) query.set(id, weight)
  }
  return query
}
