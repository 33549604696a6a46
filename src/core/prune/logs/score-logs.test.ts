import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { why } from '../scored-lines.ts'
import { cueEntries } from './cue-words.ts'
import { linesWithNumbers } from './lines-with-numbers.ts'
import { ownScores } from './own-scores.ts'
import { scanLog } from './scan-log.ts'
import { scoreLogs } from './score-logs.ts'
import { wordTable } from './word-table.ts'

const scoring = { isExpired: () => false, isPerCharacter: false }

/** The lines of a log from best to worst, blank ones left out. */
function ranked(rows: readonly string[], goal = 'why does it fail'): string[] {
  const scored = scoreLogs(splitLines(rows.join('\n')), readGoal(goal), scoring)
  const scores = scored?.scores ?? new Float64Array()
  return [...rows.keys()]
    .filter((at) => rows[at] !== '')
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .map((at) => rows[at] ?? '')
}

/** `lines` among ordinary work, so that place alone decides nothing. */
function among(...lines: readonly string[]): string[] {
  const work = (count: number) => Array.from({ length: count }, (_, at) => `compiling unit ${at}`)
  return [...work(40), ...lines, ...work(60)]
}

test.each([
  'ERROR: disk full',
  'java.lang.IllegalStateException: no session',
  'make: *** [all] Error 2',
  'FAIL src/app.test.ts',
  ' ✗ adds two numbers',
  '  ● adds two numbers',
  "ls: cannot access 'x': No such file or directory",
  'bash: frobnicate: command not found',
  'AssertionError: expected 3 to equal 4',
  "Échec de l'installation",
  'E   assert 1 == 2',
  '3 errors',
])('finds %s', (line) => {
  expect(ranked(among(line))[0]).toBe(line)
})

test.each([
  '0 errors',
  'no failures',
  'Tests: 12, Failures: 0',
  'copying src/errors/index.js',
  'loading error_handler.rb',
  'GET /exception/list 200',
])('is not fooled by %s', (line) => {
  expect(ranked(among(line, 'Segmentation fault (core dumped)', 'reading more'))[0]).toMatch(
    /fault/,
  )
  const rows = among(line)
  const plain = among(line.replace(/error|failure|exception/gi, 'widget'))
  expect(ranked(rows).indexOf(line)).toBe(ranked(plain).findIndex((row) => row.match(/widget/i)))
})

test.each([
  { line: 'ok 8 fails without a key', isError: false },
  { line: '    ok 2 - rejected when expired', isError: false },
  { line: '[+] - an error in one block does not stop the next 12ms', isError: false },
  { line: '\u001b[32m✓\u001b[39m throws an exception', isError: false },
  { line: '--- PASS: TestFailure (0.00s)', isError: false },
  { line: '[       OK ] Reader.ReportsErrors (3 ms)', isError: false },
  { line: 'PASS src/error.test.ts', isError: false },
  { line: 'not ok 8 fails without a key', isError: true },
  { line: '[-] - an error in one block does not stop the next 12ms', isError: true },
  { line: '--- FAIL: TestFailure (0.00s)', isError: true },
  { line: '[  FAILED  ] Reader.ReportsErrors (3 ms)', isError: true },
  { line: 'ok, but 3 errors were ignored', isError: true },
])('whether $line tells of an error: $isError', ({ line, isError }) => {
  const rows = among(line)
  const scored = scoreLogs(splitLines(rows.join('\n')), readGoal('why does it stop'), scoring)
  const reason = scored?.reasons()[rows.indexOf(line)] ?? 0
  expect((reason & why.error) !== 0).toBe(isError)
})

test('a trace stays with the error that opens it', () => {
  const trace = [
    'TypeError: x is not a function',
    '    at run (/app/a.js:1:2)',
    '    at main (/app/b.js:3:4)',
    '    at start (/app/c.js:5:6)',
  ]
  expect(ranked(among(...trace)).slice(0, 4)).toEqual(expect.arrayContaining(trace))
})

/** The score of the line `detail` in a log whose end is far away. */
function scoreOfDetail(...rows: readonly string[]): number {
  const after = Array.from({ length: 900 - rows.length }, () => 'compiling')
  const all = [...Array.from({ length: 900 }, () => 'compiling'), ...rows, ...after]
  const scored = scoreLogs(splitLines(all.join('\n')), readGoal('why does it fail'), scoring)
  return scored?.scores[all.indexOf('detail')] ?? 0
}

test('blank lines put no distance between an error and what it says', () => {
  const near = scoreOfDetail('Segmentation fault', 'detail', '', '', '')
  const far = scoreOfDetail('Segmentation fault', '', '', '', 'detail')
  expect(far / near).toBeGreaterThan(0.99)
  expect(scoreOfDetail('Segmentation fault', 'x', 'x', 'x', 'detail') / near).toBeLessThan(0.9)
})

test('a long trace puts no distance between a failed command and what it printed', () => {
  const failed = 'The command "test" exited with 1.'
  const frames = (count: number) =>
    Array.from({ length: count }, (_, at) => `    at step (/a.js:${at}:2)`)
  const near = scoreOfDetail('detail', ...frames(4), failed)
  expect(scoreOfDetail('detail', ...frames(100), failed) / near).toBeGreaterThan(0.8)
})

test('what a failed command printed matters more than what an earlier one did', () => {
  const rows = [
    ...among('warning: x is not used', 'The command "lint" exited with 0.'),
    ...among('something odd: y is missing', 'The command "test" exited with 1.'),
  ]
  const order = ranked(rows)
  expect(order.indexOf('something odd: y is missing')).toBeLessThan(
    order.indexOf('warning: x is not used'),
  )
})

test('of errors that say the same, the first counts most and each next one less', () => {
  const errors = Array.from({ length: 5 }, (_, at) => `ERROR: shard ${at} is lost`)
  const work = Array.from({ length: 400 }, (_, at) => `step ${at}`)
  const rows = errors.flatMap((error) => [...work, error])
  const sought = { words: wordTable(cueEntries(), false), numbers: [] }
  const scan = scanLog(splitLines(rows.join('\n')), sought, () => false)
  const own = scan === undefined ? [] : [...ownScores(scan, new Float64Array())]
  const scores = own.filter((score) => score > 0)
  expect(scores).toHaveLength(errors.length)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(errors.length)
})

test('the words of the goal lead to lines without any error', () => {
  const line = 'payment gateway selected region eu-west'
  expect(ranked(among(line), 'which region did the payment gateway select')[0]).toBe(line)
})

test.each([
  ['parseDate called', 'where is parse_date called'],
  ['job 4242 queued', 'what happened to job 4242'],
  ['データベース接続', 'データベース'],
  ['Réservation annulée', 'réservations annulées'],
])('finds %s for %s', (line, goal) => {
  expect(ranked(among(line), goal)[0]).toBe(line)
})

test.each([
  ['job 4242 queued', 'what happened to job 4242'],
  ['loaded shard_17 in 3 ms', 'where is shard_17 loaded'],
  ['utf8 codec chosen', 'why is utf8 chosen'],
])('%s is told from lines of the same words by the number in %s', (line, goal) => {
  const like = (count: number) =>
    Array.from({ length: count }, (_, at) => line.replace(/\d+/, String(1000 + at)))
  expect(ranked([...like(60), line, ...like(60)], goal)[0]).toBe(line)
})

test('a number of the goal is met as a whole, not inside a longer one', () => {
  const rows = ['job 14242 queued', 'job 42420 queued', 'job 4242 queued', 'job 424 queued']
  const lines = splitLines([...rows, ...rows].join('\n'))
  expect([...linesWithNumbers(lines, ['4242'])]).toEqual([0, 0, 1, 0, 0, 0, 1, 0])
})

test('time stamps and colours do not hide what a line is', () => {
  const line = '2024-05-18T18:12:06.41Z \u001b[31mERROR\u001b[0m no route'
  expect(ranked(among(line))[0]).toBe(line)
})

test('says whether the goal was met at all', () => {
  const lines = splitLines(among('x').join('\n'))
  expect(scoreLogs(lines, readGoal('compiling'), scoring)?.isGoalFound).toBe(true)
  expect(scoreLogs(lines, readGoal('zebra'), scoring)?.isGoalFound).toBe(false)
})

test('gives up when the time is up', () => {
  const lines = splitLines('a\nb')
  expect(scoreLogs(lines, readGoal('a'), { ...scoring, isExpired: () => true })).toBeUndefined()
})

test('a character beyond ASCII in one piece changes no other line', () => {
  const rows = fc.array(fc.constantFrom('ERROR: x', 'done 3', 'é', '漢字', '', 'at a:1', '\ud800'))
  fc.assert(
    fc.property(rows, (pieces) => {
      const ascii = scoreLogs(splitLines(['ab', ...pieces].join('\n')), readGoal('x'), scoring)
      const wide = scoreLogs(splitLines(['äb', ...pieces].join('\n')), readGoal('x'), scoring)
      expect(wide?.scores.slice(1)).toEqual(ascii?.scores.slice(1))
    }),
  )
})
