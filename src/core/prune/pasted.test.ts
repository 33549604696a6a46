import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { prune } from './prune.ts'
import { type OpenPruneRequest, resolveRequest } from './request/resolve-request.ts'

const fixtures = join(import.meta.dirname, '../../../test/fixtures/terminal')
const captured = (name: string) => readFileSync(join(fixtures, name), 'utf8')

const tokenizer = {
  name: 'quarters',
  count: async (texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4)),
}

/** As `tamis prune` does it, with every default. */
async function pruned(text: string, goal: string, change: Partial<OpenPruneRequest> = {}) {
  const request = await resolveRequest(tokenizer, {
    text,
    goal,
    annotateLines: false,
    includeMarkers: true,
    explain: true,
    scoresLines: false,
    stripAnsi: false,
    timeoutMs: 10_000,
    ...change,
  })
  const outcome = prune(request, { pruneId: 'prn_abcdefghijklmnop', isExpired: () => false })
  const kept = outcome.text.split('\n').filter((line) => line !== '' && !line.startsWith('⟦PRUNÉ'))
  return { ...outcome, kept }
}

describe('tables', () => {
  test('the four unhealthy pods and the header, no healthy one', async () => {
    const { kept } = await pruned(captured('kubectl-pods.txt'), 'which pods are not healthy')
    expect(kept.map((row) => row.split(/\s+/)[0])).toEqual([
      'NAME',
      'api-5f6d7c8b9-x2x4z',
      'mail-0',
      'search-1',
      'cache-0',
    ])
  })

  test('what stands out is shown when the goal names nothing that is there, with a warning', async () => {
    const { kept, warnings } = await pruned(captured('kubectl-pods.txt'), 'xyzzy')
    expect(warnings).toContain('goal_not_found')
    expect(kept.join('\n')).toContain('CrashLoopBackOff')
  })

  test('a row of CSV comes with the names of its columns', async () => {
    const { kept } = await pruned(captured('packages.csv'), 'how big is openssl')
    expect(kept).toEqual([
      'package,version,size_kb,section,maintainer',
      'openssl,3.0.15,2048,utils,"Doe, Jane"',
    ])
  })

  test('a superlative is answered from the column it names', async () => {
    const { kept } = await pruned(captured('ps.txt'), 'which process uses the most memory')
    expect(kept[0]).toMatch(/^USER/)
    expect(kept.at(-1)).toContain('node worker.js --queue mail')
    expect(kept.length).toBeLessThan(6)
  })

  test('"at most" asks for a limit, not for the end of a column', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `item_${at}   ${at * 900}   bytes`)
    rows[20] = 'process_limit   200   count'
    const { kept } = await pruned(rows.join('\n'), 'how many processes can there be at most')
    expect(kept).toContain(rows[20])
  })

  test('a full disk, an odd row, an error among structured lines', async () => {
    expect((await pruned(captured('df.txt'), 'is anything wrong')).kept.join('\n')).toContain(
      '100%',
    )
    expect((await pruned(captured('psql.txt'), 'what is odd here')).kept.at(-1)).toContain('sugar')
    const service = await pruned(captured('service.ndjson'), 'what went wrong')
    expect(service.kept.join('\n')).toContain('no space left on device')
    expect(service.kept.at(-1)).toContain('"status":503')
    expect(service.kept).toHaveLength(2)
  })
})

describe('other records', () => {
  test('the item of a YAML list that answers, with its name', async () => {
    const item = (name: string, shell: string) => `- name: ${name}\n  shell: ${shell}\n  quota: 5\n`
    const items = Array.from({ length: 60 }, (_, at) => item(`user-${at}`, '/bin/bash'))
    items.splice(20, 0, item('user-fish', '/usr/bin/fish'))
    const { kept } = await pruned(items.join(''), 'who has fish as a shell')
    expect(kept.slice(0, 2)).toEqual(['- name: user-fish', '  shell: /usr/bin/fish'])
    expect(kept.length).toBeLessThan(6)
  })

  test('requests that failed, by their status', async () => {
    const row = (at: number, status: number) =>
      `127.0.0.1 - - [18/Nov/2026:00:45:47 +0000] "GET /item/${at} HTTP/1.1" ${status} 5 "-" "curl"`
    const rows = Array.from({ length: 200 }, (_, at) => row(at, at === 77 ? 502 : 200))
    const { kept } = await pruned(rows.join('\n'), 'which requests failed')
    expect(kept).toEqual([row(77, 502)])
  })

  test('a goal that names a failure brings that one, not all of them', async () => {
    const rows = Array.from(
      { length: 90 },
      (_, at) => `shop/part_${at}.py:${at}: error: Function is missing a type annotation  [no-def]`,
    )
    rows.splice(40, 0, 'shop/refunds.py:12: error: Argument 1 to "refund" has a wrong type  [arg]')
    const { kept } = await pruned(rows.join('\n'), 'where is refund called with a None')
    expect(kept).toEqual([
      'shop/refunds.py:12: error: Argument 1 to "refund" has a wrong type  [arg]',
    ])
  })
})

describe('reports', () => {
  test('every failing test of node:test, by name and with its reason', async () => {
    const { kept } = await pruned(captured('node-test.tap'), 'which tests fail and why')
    for (const name of ['not ok 13 -', 'not ok 15 -', 'not ok 16 -', 'not ok 17 -'])
      expect(kept.some((line) => line.startsWith(name))).toBe(true)
    expect(kept.join('\n')).toContain("reading 'discount'")
    expect(kept.filter((line) => /^\s*ok /.test(line))).toEqual([])
  })

  test('every error of rustc, with its place', async () => {
    const text = captured('rustc.txt')
    const { kept } = await pruned(text, 'all the compile errors')
    const heads = text.split('\n').filter((line) => /^error(?:\[|:)/.test(line))
    expect(kept.filter((line) => /^error(?:\[|:)/.test(line))).toEqual(heads)
    expect(kept.filter((line) => /^\s+--> /.test(line)).length).toBeGreaterThanOrEqual(5)
  })

  test.each(['pytest.txt', 'surefire.txt'])(
    '%s: every failing test, at a tenth of the text too',
    async (name) => {
      const text = captured(name)
      const heads = name === 'pytest.txt' ? /^(?:FAILED|ERROR) / : /<<< (?:ERROR|FAILURE)!$/
      const wanted = text.split('\n').filter((line) => heads.test(line))
      for (const change of [{}, { keepRatio: 0.1 }]) {
        const { kept } = await pruned(text, 'which tests fail and why', change)
        expect(kept.filter((line) => heads.test(line))).toEqual(wanted)
      }
    },
  )

  test('whatever is kept of a section of pytest has the line that names the test', async () => {
    const text = captured('pytest.txt')
    for (const keepRatio of [0.05, 0.1, 0.2, 0.4]) {
      const { keptRanges } = await pruned(text, 'why does the price fail', { keepRatio })
      const lines = text.split('\n')
      const kept = new Set(
        keptRanges.flatMap(({ start, end }) =>
          Array.from({ length: end - start + 1 }, (_, at) => start - 1 + at),
        ),
      )
      lines.forEach((line, at) => {
        if (!kept.has(at) || !/^E {2,}/.test(line)) return
        const head = lines.slice(0, at).findLastIndex((one) => /^_{3,} \S/.test(one))
        expect(kept.has(head)).toBe(true)
      })
    }
  })
})

describe('folds', () => {
  test('rows that differ in numbers and ids only are counted in their marker, by the things', async () => {
    const { annotations } = await pruned(captured('kubectl-pods.txt'), 'which pods are not healthy')
    expect(annotations.at(-2)?.reason).toBe(
      'hors focus: 6 semblables, web-7d9f8b6c5-8hj … web-7d9f8b6c5-8mo',
    )
  })

  test('each of 51 missing modules is named once, among 1,224 errors', async () => {
    const errors = Array.from({ length: 1224 }, (_, at) => {
      const place = `src/part-${at % 97}/file-${at}.ts(${(at % 300) + 1},${(at % 80) + 1})`
      return at % 8 === 0
        ? `${place}: error TS2307: Cannot find module './generated/schema-${at % 51}.js' or its corresponding type declarations.`
        : `${place}: error TS7006: Parameter 'value${at % 61}' implicitly has an 'any' type.`
    })
    const { kept } = await pruned(`${errors.join('\n')}\n`, 'which files are missing')
    const modules = kept.map((line) => /schema-\d+/.exec(line)?.[0])
    expect(new Set(modules).size).toBe(51)
    expect(kept.length).toBeLessThan(60)
  })

  test('alike messages of a compiler are one fold, and the others are shown', async () => {
    const rows = Array.from(
      { length: 400 },
      (_, at) =>
        `src/page${at}.ts(2,14): error TS2322: Type 'string' is not assignable to 'number'.`,
    )
    rows.splice(200, 0, "src/cart.ts(1,1): error TS2304: Cannot find name 'tea'.")
    const { kept, annotations } = await pruned(rows.join('\n'), 'what are the errors')
    expect(kept.some((line) => line.includes("Cannot find name 'tea'"))).toBe(true)
    expect(kept.filter((line) => line.includes('TS2322')).length).toBeLessThan(30)
    expect(annotations.at(-1)?.reason).toMatch(/^hors focus: 200 semblables, src\/page200/)
  })
})

describe('history', () => {
  test('the commit that answers comes with its hash, alone', async () => {
    const goal = 'which commit fixed the expired token of a session'
    const { kept } = await pruned(captured('git-log.txt'), goal)
    const commits = kept.join('\n').split(/^(?=commit [0-9a-f]{40}$)/m)
    expect(commits.every((commit) => commit.startsWith('commit '))).toBe(true)
    expect(commits.filter((commit) => commit.includes('token has expired'))).toHaveLength(1)
    expect(commits).toHaveLength(1)
  })

  test('a hunk comes with the head of its file', async () => {
    const { kept } = await pruned(captured('git-diff.txt'), 'what changed in voucher', {
      keepRatio: 0.3,
    })
    expect(kept[0]).toMatch(/^diff --git a\/voucher/)
  })
})

describe('goals about one thing', () => {
  const packages = Array.from(
    { length: 300 },
    (_, at) => `│ ├── part-${at % 90}@${at % 7}.${at}.0 deduped`,
  )
  const rows = ['shop@1.0.0 /srv/shop', '├─┬ web@2.0.0', ...packages, '└── hono@4.13.17', '']

  test('a package by name, with what it stands under', async () => {
    const { kept, warnings } = await pruned(rows.join('\n'), 'which version of hono is installed')
    expect(kept).toContain('└── hono@4.13.17')
    expect(kept.length).toBeLessThan(5)
    expect(warnings).toEqual([])
  })

  test('a version that is nowhere is told, though the package is there', async () => {
    const { warnings } = await pruned(rows.join('\n'), 'who needs hono 3.99.1')
    expect(warnings).toEqual(['goal_not_found'])
  })

  test('a full disk that is called otherwise', async () => {
    const segments = Array.from({ length: 200 }, (_, at) => `segment ${at} written, 1200 bytes`)
    segments[64] = 'segment 64 given up: ENOSPC: no space left on device, write'
    const { kept } = await pruned(segments.join('\n'), 'is the disk full?')
    expect(kept).toEqual([segments[64]])
  })
})

describe('the budget is a ceiling', () => {
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `2026-01-02T10:00:00Z INFO worker processed job ${at} in ${at % 90} ms`,
  )
  rows.splice(3120, 0, '2026-01-02T10:00:30Z ERROR worker lost its connection to the queue')

  test('one error among 5,000 lines is shown with a few lines around it', async () => {
    const { kept, warnings } = await pruned(rows.join('\n'), 'what went wrong')
    expect(kept.some((line) => line.includes('lost its connection'))).toBe(true)
    expect(kept.length).toBeLessThanOrEqual(7)
    expect(warnings).toEqual([])
  })

  test('no line without a score is said to be kept for the goal', async () => {
    const { blocks } = await pruned(rows.join('\n'), 'what went wrong', { maxPruneRatio: 0.8 })
    for (const { reason, score } of blocks ?? []) {
      if (score === 0) expect(['constraint', 'structure']).toContain(reason)
    }
    expect(blocks?.some(({ reason }) => reason === 'constraint')).toBe(true)
  })
})
