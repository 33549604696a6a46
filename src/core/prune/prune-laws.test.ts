import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineAt, splitLines } from '../text/lines.ts'
import { complementRanges, countLines } from '../text/ranges.ts'
import { prune } from './prune.ts'
import { recoverRanges } from './recover/recover.ts'
import type { PruneInput, PruneOutcome } from './types.ts'

const context = { pruneId: 'prn_abcdefghijklmnop', isExpired: () => false }

const line = fc.oneof(
  fc.constantFrom(
    '',
    'ERROR: build failed',
    'def parse(self):',
    '    return value',
    '# Title',
    '```',
    '⟦NO_PRUNE_BEGIN⟧',
    '⟦NO_PRUNE_END⟧',
    '\u0000\u0000',
    '\ud800 lone',
    '😀 emoji 👩‍👩‍👧',
    'שלום עולם',
    'a'.repeat(500),
  ),
  fc.string({ maxLength: 60 }).map((text) => text.replace(/[\r\n]/g, ' ')),
)
/** Lines as programs print them, so that every reader has something to read. */
const printed = fc.constantFrom(
  'NAME   READY   STATUS',
  'web-1  1/1     Running',
  'web-2  0/1     CrashLoopBackOff',
  'not ok 3 - parses a value',
  '  ---',
  '  error: no value',
  '____ test_parse ____',
  'E   ValueError: value',
  'error[E0308]: mismatched types',
  '  --> src/main.rs:12:5',
  'src/a.ts(1,2): error TS2307: Cannot find module',
  'commit 0123456789abcdef',
  'Author: A',
  'diff --git a/x b/x',
  '@@ -1,2 +1,2 @@',
  '+new value',
  'name,size,value',
  'tea,3,parse',
  '{"level":"error","value":1}',
  '{',
  '  "value": [1, 2]',
  '}',
  '- name: parse',
  '  value: 3',
  '| a | b |',
  '|---|---|',
  'java.lang.Error: value',
  '\tat a.B.c(B.java:1)',
)
const terminator = fc.constantFrom('\n', '\r\n', '\r')
const mixed = fc
  .array(fc.tuple(fc.oneof(line, printed), terminator), { maxLength: 80 })
  .chain((pairs) => fc.boolean().map((isClosed) => ({ pairs, isClosed })))
  .map(({ pairs, isClosed }) =>
    pairs
      .map(([content, end], at) => (at === pairs.length - 1 && !isClosed ? content : content + end))
      .join(''),
  )

/** Runs of lines of what real programs printed: every form that is read as records. */
const folder = join(import.meta.dirname, '../../../test/fixtures/terminal')
const captured = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
const piece = fc
  .tuple(fc.constantFrom(...captured), fc.nat(400), fc.integer({ min: 3, max: 90 }))
  .map(([whole, from, count]) => {
    const lines = splitLines(whole)
    const first = from % lines.count
    return whole.slice(lines.starts[first], lines.starts[first + count])
  })
const text = fc.oneof(mixed, piece)

const input: fc.Arbitrary<PruneInput> = fc.record({
  text,
  goal: fc.constantFrom(
    ...['why does the build fail', 'parse value', '', 'zzz', 'שלום', 'which is the largest'],
  ),
  sourceType: fc.constantFrom('code', 'logs', 'docs'),
  maxPruneRatio: fc.oneof(
    fc.constantFrom(0, 0.55, 0.8, 0.9, 1),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  minKeepLines: fc.nat(30),
  annotateLines: fc.boolean(),
  includeMarkers: fc.boolean(),
  choosesSize: fc.boolean(),
})

function contentsOf(source: string): string[] {
  const lines = splitLines(source)
  return Array.from({ length: lines.count }, (_, index) => lineAt(lines, index))
}

/** What the kept ranges and annotations promise, built from the text alone. */
function expectedLines(given: PruneInput, outcome: PruneOutcome): string[] {
  const lines = contentsOf(given.text)
  const kept = outcome.keptRanges.flatMap(({ start, end }) =>
    lines.slice(start - 1, end).map((content, at) => ({
      at: start + at,
      text: given.annotateLines ? `${start + at}│ ${content}` : content,
    })),
  )
  const markers = given.includeMarkers
    ? outcome.annotations.map((block) => ({ at: block.original_start_line, text: block.marker }))
    : []
  return [...kept, ...markers].sort((a, b) => a.at - b.at).map((one) => one.text)
}

function checkLaws(given: PruneInput, outcome: PruneOutcome): void {
  const { originalLines, keptLines } = outcome
  if (originalLines > 0) {
    expect((originalLines - keptLines) / originalLines).toBeLessThanOrEqual(given.maxPruneRatio)
  }
  expect(keptLines).toBeGreaterThanOrEqual(Math.min(given.minKeepLines, originalLines))
}

describe('for every input', () => {
  test('both laws hold', () => {
    fc.assert(fc.property(input, (given) => checkLaws(given, prune(given, context))))
  })

  test('kept lines and hidden blocks share out the text', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { keptRanges, annotations, originalLines, keptLines } = prune(given, context)
        const hidden = annotations.map((block) => ({
          start: block.original_start_line,
          end: block.original_end_line,
        }))
        expect(complementRanges(keptRanges, originalLines)).toEqual(hidden)
        expect(countLines(keptRanges)).toBe(keptLines)
        expect(countLines(hidden) + keptLines).toBe(originalLines)
      }),
    )
  })

  test('the output is the kept lines, verbatim and in order, with a marker for each block', () => {
    fc.assert(
      fc.property(input, (given) => {
        const outcome = prune(given, context)
        if (!outcome.fallback)
          expect(contentsOf(outcome.text)).toEqual(expectedLines(given, outcome))
      }),
    )
  })

  test.each([
    {
      locale: undefined,
      canonical:
        /^⟦PRUNÉ: prune_id=(?<id>[^\s]+) lignes (?<start>\d+)-(?<end>\d+) \((?<count>\d+)\) raison=(?<reason>.*)⟧$/,
    },
    {
      locale: 'en' as const,
      canonical:
        /^⟦PRUNED: prune_id=(?<id>[^\s]+) lines (?<start>\d+)-(?<end>\d+) \((?<count>\d+)\) reason=(?<reason>.*)⟧$/,
    },
  ])(
    'every marker ($locale) says what its annotation says and is no longer than what it hides',
    ({ locale, canonical }) => {
      fc.assert(
        fc.property(input, (given) => {
          const lines = splitLines(given.text)
          const asked = locale === undefined ? given : { ...given, locale }
          for (const block of prune(asked, context).annotations) {
            expect(canonical.exec(block.marker)?.groups).toEqual({
              id: context.pruneId,
              start: String(block.original_start_line),
              end: String(block.original_end_line),
              count: String(block.pruned_line_count),
              reason: block.reason,
            })
            const hidden = given.text.slice(
              lines.starts[block.original_start_line - 1],
              lines.ends[block.original_end_line - 1],
            )
            expect(block.marker.length).toBeLessThanOrEqual(hidden.length)
          }
        }),
      )
    },
  )

  test('recovering all ranges gives the text back, byte for byte', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { keptRanges, annotations } = prune(given, context)
        const ranges = [
          ...keptRanges,
          ...annotations.map((block) => ({
            start: block.original_start_line,
            end: block.original_end_line,
          })),
        ].sort((a, b) => a.start - b.start)
        expect(recoverRanges(splitLines(given.text), ranges, false)).toBe(given.text)
      }),
    )
  })

  test('the same call gives the same bytes', () => {
    fc.assert(
      fc.property(input, (given) => {
        expect(prune(given, context)).toEqual(prune(given, context))
      }),
    )
  })

  test('what directives enclose stays', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { text: output, fallback } = prune({ ...given, annotateLines: false }, context)
        if (fallback) return
        const wanted = given.text.split('⟦NO_PRUNE_BEGIN⟧').length
        expect(output.split('⟦NO_PRUNE_BEGIN⟧').length).toBe(wanted)
      }),
    )
  })

  test('with nothing hidden and no numbers the output is the input', () => {
    fc.assert(
      fc.property(input, (given) => {
        const outcome = prune({ ...given, annotateLines: false }, context)
        expect(outcome.kind === 'unchanged').toBe(outcome.annotations.length === 0)
        if (outcome.kind === 'unchanged') expect(outcome.text).toBe(given.text)
      }),
    )
  })

  test('a budget of characters is kept to unless a law or a directive asks for more', () => {
    fc.assert(
      fc.property(input, fc.nat(2000), fc.boolean(), (given, chars, countsMarkers) => {
        if (given.text.includes('NO_PRUNE')) return
        const free = { ...given, maxPruneRatio: 1, minKeepLines: 0, annotateLines: false }
        const outcome = prune(
          { ...free, includeMarkers: countsMarkers, keepBudget: { chars, countsMarkers } },
          context,
        )
        if (outcome.kind === 'unchanged') return
        const markers = outcome.annotations.reduce((sum, { marker }) => sum + marker.length + 2, 0)
        expect(outcome.text.length).toBeLessThanOrEqual(Math.max(chars, markers))
      }),
    )
  })
})
