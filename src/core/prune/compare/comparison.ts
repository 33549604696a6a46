import { dayOf, type QuantityKind, quantitiesIn } from './quantities.ts'

/** What a goal compares with: "more than 1 GB", "older than 5 days", "restarts > 3". */
export interface Comparison {
  readonly kind: QuantityKind
  readonly isAbove: boolean
  readonly bound: number
  /** The goal without the quantity: what is compared. */
  readonly subject: string
}

const than = String.raw`\s+(?:than|que|qu'|de|d')\s*`
const above = String.raw`(?:more|larger|bigger|greater|higher|longer|older|slower|heavier|plus(?:\s(?:grand|gros|vieux|long|lent|lourd|ancien)\w*)?)${than}|\b(?:over|above|exceed\w*|beyond|at least|au moins|au-dessus de|supérieure?s? à|dépass\w+)\s+|>=?\s*|≥\s*`
const below = String.raw`(?:less|fewer|smaller|lower|shorter|younger|newer|faster|lighter|moins(?:\s(?:grand|gros|vieux|long)\w*)?|plus\s(?:petit|court|jeune|récent|rapide)\w*)${than}|\b(?:under|below|at most|au plus|inférieure?s? à|en dessous de)\s+|<=?\s*|≤\s*`
const amount = String.raw`(?:about\s+|around\s+)?(\d[^?!]*|(?:an?|one|une?)\s\p{L}+)`
const compared = new RegExp(`(?:\\b(${below})|\\b(${above})|(${below})|(${above}))${amount}`, 'iu')
const dated =
  /\b(before|older than|earlier than|avant|until)\b|\b(after|since|newer than|later than|après|depuis)\b/i
const day = /\b(\d{4})(?:-(\d\d))?(?:-(\d\d))?\b/

/** Reads what a goal compares with; `undefined` where it compares with nothing that is a quantity. */
export function readComparison(goal: string): Comparison | undefined {
  return readDate(goal) ?? readAmount(goal)
}

/** A number and the word after it. */
const firstWords = /^\d[\d,.]*\s?[^\s,;]*/
const kinds = ['share', 'size', 'duration', 'count'] as const

function readAmount(goal: string): Comparison | undefined {
  const found = compared.exec(goal)
  if (found === null) return undefined
  const isAbove = (found[2] ?? found[4]) !== undefined
  const written = (found[5] ?? '').replace(/^(?:an?|one|une?)\s/i, '1 ')
  for (const kind of kinds) {
    const first = firstWords.exec(written)?.[0] ?? ''
    const [bound] = quantitiesIn(first, kind)
    if (bound === undefined) continue
    const rest = kind === 'count' ? written : written.slice(first.length)
    const subject = [goal.slice(0, found.index), rest, columnsMeant(found[0])].join(' ')
    return { kind, isAbove, bound, subject }
  }
  return undefined
}

/** What is compared is said by how: what is older has an age, what is larger a size. */
const meant: readonly (readonly [RegExp, string])[] = [
  [/old|young|newer|vieux|jeune|ancien|récent/i, 'age created'],
  [/slow|fast|long|short|lent|rapide|court/i, 'time duration elapsed'],
  [/large|big|small|heav|gr(?:and|os)|petit|lourd/i, 'size bytes length'],
]

function columnsMeant(comparing: string): string {
  return meant.find(([said]) => said.test(comparing))?.[1] ?? ''
}

function readDate(goal: string): Comparison | undefined {
  const side = dated.exec(goal)
  const found = side === null ? null : day.exec(goal.slice(side.index + side[0].length))
  if (side === null || found === null) return undefined
  const year = Number(found[1])
  if (year < 1970 || year > 2200) return undefined
  const isAbove = side[2] !== undefined
  const bound = dayOf(year, Number(found[2] ?? 1), Number(found[3] ?? 1))
  return { kind: 'date', isAbove, bound, subject: goal.slice(0, side.index) }
}

/** Whether a value lies on the side that is asked for. */
export function isAskedFor({ isAbove, bound }: Comparison, value: number): boolean {
  return isAbove ? value > bound : value < bound
}
