import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spentMs } from '../../../../test/support/spent-ms.ts'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { shortenLines } from '../markers/shorten-lines.ts'
import { prune } from '../prune.ts'
import { recoverColumns, recoverValue } from '../recover/recover.ts'
import { placesIn, pointerOf, valueAt } from './pointer.ts'
import { scanJson } from './scan-json.ts'
import { scoreJson } from './score-json.ts'

const pruneId = 'prn_abcdefghijklmnop'

describe('the scan', () => {
  test('finds every value of a text, at its pointer', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const tree = scanJson(text)
        if (tree === undefined) throw new Error(`not read: ${text}`)
        expect(tree.count).toBe(countOf(JSON.parse(text)))
        const places = placesIn(tree)
        for (let node = 0; node < Math.min(tree.count, 20); node++) {
          const found = valueAt(text, pointerOf(tree, node, places))
          if (!hasTwinKeys(text)) expect(found).toBe(text.slice(tree.start[node], tree.end[node]))
        }
      }),
    )
  })

  test.each(['', '{', '[1,]', '{"a" 1}', '{"a":1}}', '[1 2]', 'nul', '{"a":"', '"\\"', '{a:1}'])(
    '%s is not JSON',
    (text) => {
      expect(scanJson(text)).toBeUndefined()
    },
  )

  test('a million brackets are read without recursion', () => {
    expect(scanJson('['.repeat(1e6) + ']'.repeat(1e6))?.count).toBe(1e6)
  })
})

/** What a registry says of a package: each version under `versions`, its date under `time`. */
const registry = {
  name: 'tea',
  versions: versionsOf((version) => ({ version, license: 'MIT', files: ['a.js', 'b.js'] })),
  time: versionsOf((_, at) => new Date(1.7e12 + at * 1e8).toISOString()),
}

describe('a JSON text on one line', () => {
  const text = JSON.stringify(registry)
  const shorten = (goal: string) =>
    shortenLines({ text, goal, pruneId, longestLine: 500, budgetChars: text.length * 0.03 })

  test('keeps the value that answers, with the keys on the way to it', () => {
    const { text: short } = shorten('when was 5.4.3 published')
    expect(short).toContain(`"5.4.3":"${registry.time['5.4.3']}"`)
    expect(short).toContain('"time":{')
    expect(short.length).toBeLessThan(text.length * 0.03 + 200)
  })

  test('its markers name what they hide, which comes back by columns and by pointer', () => {
    const { cuts } = shorten('when was 5.4.3 published')
    const reasons = cuts.map(({ marker }) => /raison=(.*)⟧$/.exec(marker)?.[1])
    expect(reasons[0]).toBe('hors focus: / (2)')
    expect(reasons[1]).toMatch(/^hors focus: \/time \(\d+\)$/)
    const lines = splitLines(text)
    const [first] = cuts
    if (first === undefined) throw new Error('nothing was cut')
    const { start_column: start, end_column: end } = first
    expect(text).toContain(recoverColumns(lines, 1, { start, end }))
    expect(JSON.parse(recoverValue(text, '/versions/0.0.1'))).toEqual(registry.versions['0.0.1'])
    expect(() => recoverValue(text, '/versions/9.9.9')).toThrow('No value at /versions/9.9.9')
  })

  test('what stays and what is cut make up the line again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('a', 'time b', '', '5.4.3'), (value, goal) => {
        const line = JSON.stringify({ value, registry, more: value })
        const lines = splitLines(line)
        const { text: short, cuts } = shortenLines({ text: line, goal, pruneId, longestLine: 300 })
        let joined = short
        for (const { marker, start_column: start, end_column: end } of cuts)
          joined = joined.replace(marker, () => recoverColumns(lines, 1, { start, end }))
        expect(joined).toBe(line)
      }),
      { numRuns: 30 },
    )
  })

  test('a deep chain of keys that all meet the goal is cut in time', () => {
    const deep = `${'{"tea":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const cut = () => shortenLines({ text: deep, goal: 'tea', pruneId, longestLine: 2000 })
    expect(spentMs(cut)).toBeLessThan(4000)
  })
})

describe('a JSON text on many lines', () => {
  const input = {
    sourceType: 'code',
    maxPruneRatio: 1,
    minKeepLines: 0,
    annotateLines: false,
    includeMarkers: false,
    keepBudget: { chars: 8000, countsMarkers: false },
    choosesSize: true,
  } as const
  const context = { pruneId, isExpired: () => false }
  const lock = {
    name: 'shop',
    packages: Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [
        `node_modules/part-${at}`,
        {
          version: `1.${at}.0`,
          resolved: `https://registry.example/part-${at}/-/part-${at}-1.${at}.0.tgz`,
          integrity: `sha512-${'A'.repeat(60)}`,
          dependencies: {
            [`part-${(at * 7) % 80}`]: '^1',
            ...(at % 13 === 4 ? { undici: '^7' } : {}),
          },
        },
      ]),
    ),
  }

  test('whoever depends on a package is named, all of them', () => {
    const text = JSON.stringify(lock, null, 2)
    const { text: kept } = prune({ ...input, text, goal: 'who depends on undici' }, context)
    for (const at of [4, 17, 30, 43, 56, 69]) expect(kept).toContain(`"node_modules/part-${at}": {`)
    expect(kept.match(/"undici"/g)).toHaveLength(6)
    expect(kept.length).toBeLessThan(text.length / 8)
  })

  test('a date is found by the name above it', () => {
    const text = JSON.stringify(registry, null, 1)
    const { text: kept } = prune({ ...input, text, goal: 'when was 5.4.3 published' }, context)
    expect(kept).toContain(`"5.4.3": "${registry.time['5.4.3']}"`)
    expect(kept).toContain('"time": {')
  })

  test('where nothing is found the outermost keys show what it is, with a warning', () => {
    const text = JSON.stringify(lock, null, 2)
    const { text: kept, warnings } = prune({ ...input, text, goal: 'xyzzy' }, context)
    expect(warnings).toEqual(['goal_not_found'])
    expect(kept).toContain('"packages": {')
    expect(kept.length).toBeLessThan(1000)
  })
})

function versionsOf<Value>(make: (version: string, at: number) => Value): Record<string, Value> {
  const versions = Array.from({ length: 224 }, (_, at) => `${at >> 5}.${(at >> 2) & 7}.${at & 3}`)
  return Object.fromEntries(versions.map((version, at) => [version, make(version, at)]))
}

function countOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  return Object.values(value).reduce((sum: number, one) => sum + countOf(one), 1)
}

/** `{"": 1, "": 2}` and the like: a pointer names the first. */
function hasTwinKeys(text: string): boolean {
  return text.includes('__proto__')
}

describe('records of one shape', () => {
  const pods = Array.from({ length: 25 }, (_, at) => ({
    metadata: { name: at === 9 ? 'pay-7' : `web-${at}` },
    status: { phase: 'Running', ready: at !== 9, restarts: at === 9 ? 31 : 0 },
  }))

  test.each([
    { goal: 'which pod is not ready', text: JSON.stringify({ items: pods }, null, 2) },
    { goal: 'which pod has the most restarts', text: JSON.stringify({ items: pods }, null, 2) },
  ])('"$goal" is answered by the one that stands out, by name', ({ goal, text }) => {
    const lines = splitLines(text)
    const clear = scoreJson(lines, readGoal(goal))?.clear?.() ?? new Uint8Array()
    const kept = text.split('\n').filter((_, at) => clear[at] === 1)
    expect(kept.join('\n')).toContain('pay-7')
    expect(kept.join('\n')).not.toContain('web-3"')
  })
})
