import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parts } from '../bench/parts.ts'
import { readmeRows, readmeTable } from '../bench/readme-table.ts'

/** As the parts print them, shortened. */
const printed = new Map([
  [
    'prune',
    `
logs-logchunks: 797 texts, recall of labelled lines at equal kept characters
                       45 %     20 %     10 %
  tamis                0.990    0.960    0.903
  tail                 0.800    0.730    0.650
  head+tail            0.700    0.600    0.550
  bm25 ±3              0.700    0.600    0.470
code-sweqa: 300 texts, recall of labelled lines at equal kept characters
  tamis                0.950    0.850    0.600
  bm25 ±3              0.800    0.630    0.400
speed, a log of 50 characters a line, median of 9
service log                  1.0    20000       1.6 ms     4.9 ms     3.06       4.9
service log                  9.9   200000      15.6 ms    48.9 ms     3.13       4.9
`,
  ],
  [
    'mask',
    `
pi-large: 1 sessions, 439 calls; relative to no masking
window 10 on every turn              0.310   0.930   0.930          0.940              337
policy                              read    bill  charged  worst  > 1.005  grounded edits       names in sight
ours, balanced                      0.100   0.575    0.590  0.575        0        0.949 of 138        0.924 of 275
no masking                          0.100   1.000    1.000  1.000        0        1.000 of 138        1.000 of 275
window 10 on every turn             0.100   0.925    0.958  0.925        0        0.899 of 138        0.800 of 275
SWE-agent: last 5, polling 25       0.100   0.596    0.613  0.596        0        0.942 of 138        0.876 of 275
mini-swe: 50 sessions, 2069 calls; relative to no masking
ours, balanced                      0.100   0.931    0.931  1.000        0        0.949 of 138        0.924 of 275
window 10 on every turn             0.100   2.568    2.568  3.597        0        0.899 of 138        0.800 of 275
SWE-agent: last 5, polling 25       0.100   0.991    0.991  1.189        0        0.942 of 138        0.876 of 275
`,
  ],
  [
    'discover',
    'Tokens before the first call, 527 real tools: plain list 85691, list + discover + details 2082 (97.6 % fewer; goal 95)',
  ],
  [
    'memory',
    `evidence R@10 by turn, 5 conversations
plain BM25 by turn                   0.614   0.620   0.608
tamis: three grains and vectors      0.747   0.761   0.732`,
  ],
  [
    'knowledge',
    `hotpotqa-dev: 9000 documents, 500 queries
MiniSearch          0.7000    0.3000    0.7000    0.6000    0.8000    0.8000     0.700 0.700
plain FTS5          0.7000    0.3000    0.7000    0.6300    0.8000    0.8000     0.700 0.700
ours, hybrid        0.9000    0.4000    0.9000    0.9000    0.9500    0.9500     0.900 0.900`,
  ],
])

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const written = readme.split('\n').filter((line) => line.endsWith('` |'))

test('the table of the README is the one a run prints, whatever the figures', () => {
  const withoutFigures = (line: string): string =>
    line.replace(
      /^(\|[^|]*\|)(.*)$/,
      (_, what, rest) => what + rest.replaceAll(/\d[\d.,]*\d|\d/g, '#'),
    )
  expect(written.map(withoutFigures)).toEqual(readmeTable(printed).map(withoutFigures))
})

test('each figure is taken from its own line and column', () => {
  expect(readmeTable(printed).map((line) => line.split(' | ').slice(1, 3))).toEqual([
    ['90 %', '65 % last lines, 55 % head and tail, 47 % BM25'],
    ['85 %', '63 % BM25'],
    ['49 ms', '16 ms to split and scan it once'],
    ['0.57', "0.6 SWE-agent's policy, 0.93 a window of 10 that slides, 1 without masking"],
    ['95 %', "94 % SWE-agent's policy, 90 % a window of 10 that slides"],
    ['0.93', "0.99 SWE-agent's policy, 2.57 a window of 10 that slides"],
    ['2,082 tokens', '85,691 tokens for the plain list'],
    ['75 %', '61 % BM25'],
    ['90 %', '63 % plain FTS5, 60 % MiniSearch'],
  ])
})

test('a part that did not run leaves its rows out', () => {
  const { length } = readmeTable(new Map([...printed].filter(([part]) => part === 'mask')))
  expect(length).toBe(3)
  expect(readmeTable(new Map())).toEqual([])
})

test('every row comes from a part there is', () => {
  const named = readmeRows.flatMap(({ figures }) => figures.map(({ part }) => part))
  expect(named.filter((part) => !Object.hasOwn(parts, part))).toEqual([])
})
