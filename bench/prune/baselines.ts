import MiniSearch from 'minisearch'
import { type Lines, lineAt, splitLines } from '../../src/core/text/lines.ts'
import { termsOf } from '../../src/core/text/terms.ts'
import { type Budget, lineBudgetOf, type Method } from './recall.ts'
import type { Sample } from './sets.ts'

/** What a pruner must beat. Each fills the same budget, in its own order. */
export const baselines: Readonly<Record<string, Method>> = {
  uniform: inOrder(({ count }) => spread(count)),
  head: inOrder(({ count }) => range(count)),
  tail: inOrder(({ count }) => range(count).reverse()),
  'head+tail': inOrder(({ count }) => fromBothEnds(count)),
  'bm25 ±3': inOrder((lines, goal) => around(byScore(bm25(lines, goal)), lines.count)),
  'minisearch ±3': inOrder((lines, goal) => around(byMiniSearch(lines, goal), lines.count)),
  'grep ±3': inOrder((lines) => around(grepped(lines), lines.count)),
  keywords: inOrder((lines, goal, type) => keywordOrder(lines, goal, type)),
}

type Order = (lines: Lines, goal: string, sourceType: string) => readonly number[]

function inOrder(order: Order): Method {
  const orders = new WeakMap<Sample, readonly number[]>()
  return (sample, budget) => {
    const lines = splitLines(sample.text)
    const known = orders.get(sample) ?? order(lines, sample.goal, sample.source_type)
    orders.set(sample, known)
    return fill(known, lines, budget)
  }
}

/** Keeps lines in their order as long as they fit, and passes over those that do not. */
export function fill(order: readonly number[], lines: Lines, budget: Budget): Uint8Array {
  const kept = new Uint8Array(lines.count)
  const { room, costOf } = lineBudgetOf(lines, budget)
  let spent = 0
  for (const index of order) {
    if (kept[index] !== 0 || spent + costOf(index) > room) continue
    kept[index] = 1
    spent += costOf(index)
  }
  return kept
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** Bit-reversal order: every prefix of it is spread evenly. */
function spread(count: number): number[] {
  const bits = Math.ceil(Math.log2(count + 1))
  const reversed = (index: number) => {
    let value = 0
    for (let bit = 0; bit < bits; bit++) if (index & (1 << bit)) value |= 1 << (bits - 1 - bit)
    return value
  }
  return range(1 << bits)
    .map(reversed)
    .filter((index) => index < count)
}

function fromBothEnds(count: number): number[] {
  return range(count).map((step) => (step % 2 === 0 ? step / 2 : count - (step + 1) / 2))
}

function bm25(lines: Lines, goal: string): number[] {
  const wanted = [...new Set(termsOf(goal, { withoutStopWords: true, stemmedIn: 'en' }))]
  const documents = range(lines.count).map((index) => {
    const terms = termsOf(lineAt(lines, index), { stemmedIn: 'en' })
    const counts = wanted.map((term) => terms.filter((one) => one === term).length)
    return { length: terms.length, counts }
  })
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / lines.count || 1
  const rarity = wanted.map((_, at) => {
    const frequency = documents.filter(({ counts }) => (counts[at] ?? 0) > 0).length
    return Math.log(1 + (lines.count - frequency + 0.5) / (frequency + 0.5))
  })
  return documents.map(({ length, counts }) => {
    const norm = 1.2 * (0.25 + (0.75 * length) / meanLength)
    return counts.reduce(
      (sum, count, at) => sum + ((rarity[at] ?? 0) * count * 2.2) / (count + norm),
      0,
    )
  })
}

/** A search engine from npm, each line a document, with the prefix and fuzzy search it offers. */
function byMiniSearch(lines: Lines, goal: string): number[] {
  const engine = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
  engine.addAll(range(lines.count).map((id) => ({ id, text: lineAt(lines, id) })))
  const found = engine.search(goal, { prefix: true, fuzzy: 0.2 }).map((hit) => hit.id as number)
  return [...found, ...range(lines.count)]
}

function byScore(scores: readonly number[]): number[] {
  return range(scores.length).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
}

function around(order: readonly number[], count: number): number[] {
  return order.flatMap((index) =>
    [0, -1, 1, -2, 2, -3, 3].map((step) => index + step).filter((at) => at >= 0 && at < count),
  )
}

/** What people type: `grep -iE 'error|fail|exception|traceback'`, in order. */
function grepped(lines: Lines): number[] {
  const failure = /error|fail|exception|traceback/i
  return range(lines.count).filter((index) => failure.test(lineAt(lines, index)))
}

const structural: Readonly<Record<string, RegExp>> = {
  code: /^\s*(?:import|from|export|class|def|async def|function|const .*=>|func|fn|package)\b/,
  logs: /error|exception|traceback/i,
  docs: /^(?:#{1,6} |```)/,
}

/** The contract's rules: structural lines and lines with a word of the goal, then the head. */
function keywordOrder(lines: Lines, goal: string, sourceType: string): number[] {
  const words = goal.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const pattern = structural[sourceType]
  const isHit = (index: number) => {
    const line = lineAt(lines, index)
    return pattern?.test(line) === true || words.some((word) => line.toLowerCase().includes(word))
  }
  const all = range(lines.count)
  return [...all.filter(isHit), ...all]
}
