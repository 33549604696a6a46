import { staticEmbedder } from '../../src/adapters/static-embedder/embedder.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { openEncoder } from '../encoder.ts'
import { alternativeRate, type HitRates, nextToolRates } from './learning.ts'
import { measure, type Quality } from './measure.ts'
import { miniSearch, ours, plainBm25, splitBm25 } from './rankers.ts'
import { receipt } from './receipt.ts'
import { type Reliability, reliabilityOf } from './reliability.ts'
import { allSets, type DiscoverSet, hasData, newerSets, readSet } from './sets.ts'
import { firstSearch, passes, searchTimes, toolCount } from './speed.ts'

const goals: Readonly<Record<string, string>> = {
  livemcpbench: '46 / 45',
  'toolbench-g1': '72 / 72',
  'seal-tools': '90 / 92',
  metatool: '68 / 62',
  toollens: '40 / 42',
  ultratool: '72 / 70',
  'toolret-apigen': '– / 80',
  'toolret-gorilla-huggingface': '– / 32',
  'bfcl-live': '90 / –',
  nestful: '87 / –',
  toolalpaca: '93 / –',
}

/** `npm run bench -- discover`: finding tools by intent, beside plain BM25 and MiniSearch. */
export async function bench(): Promise<void> {
  if (!hasData()) {
    console.log('data not found, see bench/README.md')
    return
  }
  const sets = allSets.map(readSet)
  const table = staticEmbedder()
  const encoder = await openEncoder()
  await showWithoutTraces(sets, table, encoder?.remembering)
  await showWithTraces(sets, table)
  await showReliability(sets, table)
  if (encoder) {
    console.log('\nWith BGE-small in place of the table')
    await showWithTraces(sets, encoder.remembering)
    await showReliability(sets, encoder.remembering)
  }
  showLearning()
  await showReceipt(sets, table)
  await showTimes(sets, table, encoder?.asking)
}

function showLearning(): void {
  const { pairs, tamis, cases } = nextToolRates()
  const { hit1, cases: tools } = alternativeRate()
  console.log(`\nNext tool, workflows-ultratool, ${cases} cases: hit@1 / hit@3`)
  row(['', 'pair counts', 'tamis', 'goal'])
  const shownRates = (rates: HitRates): string =>
    `${rates.hit1.toFixed(1)} / ${rates.hit3.toFixed(1)}`
  row(['', shownRates(pairs), shownRates(tamis), '– / 92'])
  console.log(`\nAlternatives, ${tools} tools: hit@1 ${hit1.toFixed(1)} (goal 60)`)
}

async function showReceipt(sets: readonly DiscoverSet[], embedder: Embedder): Promise<void> {
  const live = sets.find(({ name }) => name === 'livemcpbench')
  if (!live) return
  const { plain, ours: paid } = await receipt(live, await ours(live, { embedder }))
  const saved = 100 * (1 - paid / plain)
  console.log(
    `\nTokens before the first call, ${live.entries.length} real tools: plain list ${plain}, list + discover + details ${Math.round(paid)} (${saved.toFixed(1)} % fewer; goal 95)`,
  )
}

async function showTimes(
  sets: readonly DiscoverSet[],
  table: Embedder,
  encoder: Embedder | undefined,
): Promise<void> {
  const show = async (label: string, embedder: Embedder): Promise<void> => {
    const { processor, wall } = await searchTimes(sets, embedder)
    for (const [kind, { p50, p95 }] of Object.entries({ processor, wall }))
      row([`${label}, ${kind} time`, p50.toFixed(1), p95.toFixed(1)])
  }
  console.log(
    `\nOne search over ${toolCount} tools, milliseconds, median of ${passes} for each request (goal: p95 20)`,
  )
  row(['', 'p50', 'p95'])
  await show('tamis', table)
  if (encoder) await show('BGE-small', encoder)
  const first = await firstSearch(sets, table)
  console.log(
    `\nFirst search after ${first.tools} new tools: answered after ${first.answeredMs.toFixed(0)} ms${first.isLexical ? ', by words alone' : ''}; with vectors after ${first.readyMs.toFixed(0)} ms; the longest of ${first.searches} searches in between ${first.slowestMs.toFixed(0)} ms`,
  )
}

async function showWithoutTraces(
  sets: readonly DiscoverSet[],
  table: Embedder,
  encoder: Embedder | undefined,
): Promise<void> {
  console.log('Without traces: recall@5 / nDCG@10, × 100')
  row([
    'set',
    'tools, queries',
    'bm25',
    'identifiers split',
    'minisearch',
    'tamis, words',
    'tamis',
    'with BGE-small',
    'goal',
  ])
  const leads: { readonly set: string; readonly lead: number; readonly error: number }[] = []
  for (const set of sets) {
    const split = await measure(set, splitBm25(set))
    const found = await measure(set, await ours(set, { embedder: table }))
    const error = Math.hypot(split.error, found.error)
    leads.push({ set: set.name, lead: found.recallAt5 - split.recallAt5, error })
    row([
      set.name,
      `${set.entries.length}, ${set.queries.length}`,
      shown(await measure(set, plainBm25(set))),
      shown(split),
      shown(await measure(set, miniSearch(set))),
      shown(await measure(set, await ours(set, {}))),
      shown(found),
      encoder ? shown(await measure(set, await ours(set, { embedder: encoder }))) : '–',
      goals[set.name] ?? '',
    ])
  }
  const unseen = leads.filter(({ set }) => newerSets.includes(set))
  const mean = (of: typeof leads): string =>
    `${(of.reduce((sum, { lead }) => sum + lead, 0) / of.length).toFixed(1)} ± ${(Math.hypot(...of.map(({ error }) => error)) / of.length).toFixed(1)}`
  console.log(
    `\nLead over BM25 with identifiers split, recall@5: all ${leads.length} sets ${mean(leads)}; the ${unseen.length} that no weight was chosen on ${mean(unseen)} (goal 7)`,
  )
}

async function showReliability(sets: readonly DiscoverSet[], embedder: Embedder): Promise<void> {
  const show = (label: string, found: readonly Reliability[]): void => {
    console.log(`\nScores of the ten best, ${label}`)
    row(['scored from', 'share, %', 'mean score', 'right'])
    for (const { from, share, meanScore, right } of found)
      row([
        from.toFixed(1),
        (100 * share).toFixed(1),
        (100 * meanScore).toFixed(0),
        (100 * right).toFixed(0),
      ])
  }
  show('without traces', await reliabilityOf(sets, () => ({ embedder })))
  show(
    'with all traces',
    await reliabilityOf(withPast(sets), ({ traces }) => ({ embedder, traces })),
  )
}

const traceCounts = [0, 10, 100, 1000, Number.POSITIVE_INFINITY]
const traceGoals: Readonly<Record<string, string>> = {
  toollens: '90',
  metatool: '95',
  ultratool: '87',
}

async function showWithTraces(sets: readonly DiscoverSet[], embedder: Embedder): Promise<void> {
  console.log('\nWith that many traces: recall@5 / nDCG@10, × 100')
  row([
    'set',
    ...traceCounts.map((count) => (Number.isFinite(count) ? String(count) : 'all')),
    'goal',
  ])
  for (const set of withPast(sets)) {
    const traces = shuffled(set.traces)
    const cells: string[] = []
    for (const count of traceCounts)
      cells.push(
        shown(await measure(set, await ours(set, { embedder, traces: traces.slice(0, count) }))),
      )
    row([set.name, ...cells, traceGoals[set.name] ?? ''])
  }
}

function withPast(sets: readonly DiscoverSet[]): readonly DiscoverSet[] {
  return sets.filter(({ traces }) => traces.length > 0)
}

/** A fixed order that mixes subjects, so that few traces are a fair sample. */
function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  let state = 7
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return { item, key: state }
  })
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

function shown({ recallAt5, ndcgAt10, error }: Quality): string {
  return `${recallAt5.toFixed(1)} / ${ndcgAt10.toFixed(1)} ±${error.toFixed(1)}`
}

function row(cells: readonly string[]): void {
  console.log(
    cells
      .map((cell, column) => cell.padEnd(column === 0 ? 28 : 14))
      .join(' ')
      .trimEnd(),
  )
}
