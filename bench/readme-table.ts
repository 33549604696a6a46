import { type Place, printedFigure } from './printed-figures.ts'

interface Figure extends Place {
  /** What it is of, where it is not ours. */
  readonly of?: string
}

interface ReadmeRow {
  readonly what: string
  readonly unit: (value: number) => string
  /** Ours first, then what stands beside it; all were printed by one part. */
  readonly figures: readonly [Figure, ...Figure[]]
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
const milliseconds = (value: number): string => `${Math.round(value)} ms`
const plain = (value: number): string => value.toLocaleString('en')
const twoPlaces = (value: number): string => String(Number(value.toFixed(2)))

const log = { part: 'prune', heading: 'logs-logchunks:', column: 2 }
const code = { part: 'prune', heading: 'code-sweqa:', column: 1 }
const speed = { part: 'prune', heading: 'speed,', row: 'service log 9.9 200000' }
const session = { part: 'mask', heading: 'pi-large:' }
const short = { part: 'mask', heading: 'mini-swe:' }
const sweAgent = 'SWE-agent: last 5, polling 25'
const slidWindow = 'window 10 on every turn'
const tokens = { part: 'discover', heading: 'Tokens before', column: 0 }
const turns = { part: 'memory', heading: 'evidence R@10', column: 0 }
const paragraphs = { part: 'knowledge', heading: 'hotpotqa-dev:', column: 3 }

/** The rows of the README's table of numbers, in its order and its words. */
export const readmeRows: readonly ReadmeRow[] = [
  {
    what: 'lines that tell why a build failed, keeping 10 % of the log (249 logs)',
    unit: percent,
    figures: [
      { ...log, row: 'tamis' },
      { ...log, row: 'tail', of: 'last lines' },
      { ...log, row: 'head+tail', of: 'head and tail' },
      { ...log, row: 'bm25 ±3', of: 'BM25' },
    ],
  },
  {
    what: 'lines that answer a question, keeping 20 % of the code (30 files)',
    unit: percent,
    figures: [
      { ...code, row: 'tamis' },
      { ...code, row: 'bm25 ±3', of: 'BM25' },
    ],
  },
  {
    what: 'pruning a 10 MB log',
    unit: milliseconds,
    figures: [
      { ...speed, column: 1 },
      { ...speed, column: 0, of: 'to split and scan it once' },
    ],
  },
  {
    what: 'bill of a real session of 439 calls, cached tokens read at a tenth',
    unit: twoPlaces,
    figures: [
      { ...session, row: 'ours, balanced 0.100', column: 0 },
      { ...session, row: `${sweAgent} 0.100`, column: 0, of: "SWE-agent's policy" },
      { ...session, row: `${slidWindow} 0.100`, column: 0, of: 'a window of 10 that slides' },
      { ...session, row: 'no masking 0.100', column: 0, of: 'without masking' },
    ],
  },
  {
    what: 'its 138 edits whose text the model could still see',
    unit: percent,
    figures: [
      { ...session, row: 'ours, balanced 0.100', column: 4 },
      { ...session, row: `${sweAgent} 0.100`, column: 4, of: "SWE-agent's policy" },
      { ...session, row: `${slidWindow} 0.100`, column: 4, of: 'a window of 10 that slides' },
    ],
  },
  {
    what: 'bill of 50 short coding sessions (2,069 calls)',
    unit: twoPlaces,
    figures: [
      { ...short, row: 'ours, balanced 0.100', column: 0 },
      { ...short, row: `${sweAgent} 0.100`, column: 0, of: "SWE-agent's policy" },
      { ...short, row: `${slidWindow} 0.100`, column: 0, of: 'a window of 10 that slides' },
    ],
  },
  {
    what: 'tool definitions for 41 tasks over 527 real tools',
    unit: (value) => `${plain(value)} tokens`,
    figures: [
      { ...tokens, row: 'Tokens before the first call, 527 real tools: plain list', column: 1 },
      {
        ...tokens,
        row: 'Tokens before the first call, 527 real tools: plain list',
        of: 'for the plain list',
      },
    ],
  },
  {
    what: 'evidence found in long conversations, first ten turns (997 questions)',
    unit: percent,
    figures: [
      { ...turns, row: 'tamis: three grains and vectors' },
      { ...turns, row: 'plain BM25 by turn', of: 'BM25' },
    ],
  },
  {
    what: 'both paragraphs of a two-hop question in the first five (247 questions)',
    unit: percent,
    figures: [
      { ...paragraphs, row: 'ours, hybrid' },
      { ...paragraphs, row: 'plain FTS5', of: 'plain FTS5' },
      { ...paragraphs, row: 'MiniSearch', of: 'MiniSearch' },
    ],
  },
]

/** The README's table, made of what the parts of this run printed; rows whose part did not run are left out. */
export function readmeTable(outputs: ReadonlyMap<string, string>): readonly string[] {
  return readmeRows.flatMap(({ what, unit, figures }) => {
    const values = figures.map((figure) => printedFigure(outputs, figure))
    if (values.some((value) => value === undefined)) return []
    const [ours = '', ...beside] = figures.map((figure, at) => {
      const shown = unit(values[at] ?? 0)
      return figure.of === undefined ? shown : `${shown} ${figure.of}`
    })
    return [
      `| ${what} | ${ours} | ${beside.join(', ')} | \`npm run bench -- ${figures[0].part}\` |`,
    ]
  })
}
