import { stem } from '../../text/stem.ts'
import type { Goal } from '../goal/goal.ts'

/** Goal terms take bits 8 to 30 of a table value; further terms share the last bit. */
export const firstGoalBit = 8
export const goalBits = 23

const endings = [
  '',
  's',
  'es',
  'e',
  'ed',
  'd',
  'ing',
  'er',
  'ers',
  'or',
  'ors',
  'ion',
  'ions',
  'ation',
  'ations',
  'ment',
  'ments',
  'ly',
  'y',
  'ies',
  'ied',
  'able',
  'ee',
  'ees',
  'eur',
  'eurs',
]

/** The written forms of each goal term, so that a scan can match words without stemming them. */
export function goalForms(goal: Goal): readonly (readonly [string, number])[] {
  return [...goal.weights.keys()].flatMap((term, at) => {
    const bit = 1 << (firstGoalBit + Math.min(at, goalBits - 1))
    return formsOf(term, goal).map((form) => [form, bit] as const)
  })
}

function formsOf(term: string, goal: Goal): readonly string[] {
  const roots = [term, term + (term.at(-1) ?? '')]
  if (term.endsWith('i')) roots.push(`${term.slice(0, -1)}y`, term.slice(0, -1))
  const forms = roots.flatMap((root) => endings.map((ending) => root + ending))
  return [term, ...forms.filter((form) => stem(form, goal.language) === term)]
}
