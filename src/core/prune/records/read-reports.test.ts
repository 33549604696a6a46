import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lineAt, splitLines } from '../../text/lines.ts'
import { cueEntries } from '../logs/cue-words.ts'
import { reportsIn } from '../logs/reports-in.ts'
import { scanLog } from '../logs/scan-log.ts'
import { wordTable } from '../logs/word-table.ts'

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/terminal')

/** What real programs printed, read as records: kind, head, what tells most, and the title above. */
function recordsOf(text: string) {
  const lines = splitLines(text)
  const sought = { words: wordTable(cueEntries(), false), numbers: [] }
  const scan = scanLog(lines, sought, () => false)
  if (scan === undefined) throw new Error('no scan')
  return reportsIn(lines, scan).map((record) => ({
    kind: record.kind,
    head: lineAt(lines, record.headFirst),
    gist: record.gist.map((line) => lineAt(lines, line).trim()),
    under: record.under < 0 ? '' : lineAt(lines, record.under),
    lines: record.last - record.first + 1,
  }))
}

const captured = (name: string) => recordsOf(readFileSync(join(fixtures, name), 'utf8'))
const failures = (name: string) => captured(name).filter(({ kind }) => kind === 'failure')

describe('what test runners print', () => {
  test.each([
    {
      name: 'node-test.tap',
      heads: [
        'not ok 13 - rounds the total to cents',
        'not ok 15 - refuses a negative count',
        'not ok 16 - reads the discount of the customer',
        'not ok 17 - applies both vouchers in order',
      ],
      told: "error: 'Missing expected exception (RangeError).'",
    },
    {
      name: 'node-test-spec.txt',
      heads: [
        'test at js/price.test.js:3:1',
        'test at js/price.test.js:5:1',
        'test at js/price.test.js:6:1',
        'test at js/price.test.js:7:1',
      ],
      told: "TypeError: Cannot read properties of undefined (reading 'discount')",
    },
    {
      name: 'vitest.txt',
      heads: [
        ' FAIL  price.test.ts > rounds the total to cents',
        ' FAIL  price.test.ts > refuses a negative count',
        ' FAIL  price.test.ts > reads the discount of the customer',
        ' FAIL  price.test.ts > applies both vouchers in order',
        ' FAIL  price.test.ts > the cart has a name',
      ],
      told: 'AssertionError: Missing expected exception (RangeError).',
    },
    {
      name: 'jest.txt',
      heads: [
        '  ● rounds the total to cents',
        '  ● refuses a negative count',
        '  ● reads the discount of the customer',
        '  ● applies both vouchers in order',
        '  ● the cart › has a name',
      ],
      told: "TypeError: Cannot read properties of undefined (reading 'discount')",
    },
    {
      name: 'unittest.txt',
      heads: [
        'ERROR: test_name (__main__.Prices.test_name)',
        'FAIL: test_sum (__main__.Prices.test_sum)',
      ],
      told: 'AssertionError: 3 != 4 : the sum is wrong',
    },
    {
      name: 'cargo-test.txt',
      heads: [
        '---- tests::parses_the_price stdout ----',
        '---- tests::wraps_around stdout ----',
        'error: test failed, to rerun pass `--bin shop`',
      ],
      told: 'assertion `left == right` failed: two and two',
    },
    {
      name: 'go-test.txt',
      heads: [
        '--- FAIL: TestEmpty (0.00s)',
        '--- FAIL: TestRounds (0.00s)',
        '    --- FAIL: TestRounds/tenths (0.00s)',
        '--- FAIL: TestNil (0.00s)',
        'panic: assignment to entry in nil map [recovered]',
      ],
      told: 'cart_test.go:33: Total(nil) = no prices, want no error',
    },
    {
      name: 'surefire.txt',
      heads: [
        '[ERROR] shop.CartTest.unknown -- Time elapsed: 0.004 s <<< ERROR!',
        '[ERROR] shop.CartTest.wrong -- Time elapsed: 0.001 s <<< FAILURE!',
        '[ERROR] shop.OrderTest.discount -- Time elapsed: 0.001 s <<< FAILURE!',
        '[ERROR]   CartTest.wrong:24 expected:<3.5> but was:<0.0>',
        '[ERROR]   OrderTest.discount:24 the discount of a new customer',
        '[ERROR]   CartTest.unknown:21 » IllegalState no price for coffee',
      ],
      told: 'java.lang.AssertionError: expected:<3.5> but was:<0.0>',
    },
  ])('$name: each failing test is one record, with its reason', ({ name, heads, told }) => {
    const found = failures(name)
    expect(found.map(({ head }) => head)).toEqual(heads)
    expect(found.flatMap(({ gist }) => gist)).toContain(told)
  })

  test('pytest: every failure has its section and its line of the summary', () => {
    const heads = failures('pytest.txt').map(({ head }) => head.replace(/_{3,}/g, '_'))
    expect(heads).toEqual([
      '_ ERROR at setup of test_broken_fixture _',
      '_ test_total_of_two _',
      '_ test_price_is_there _',
      '_ test_unknown_item _',
      '_ test_total[names1] _',
      '_ test_total[names2] _',
      'FAILED test_prices.py::test_total_of_two - AssertionError: assert 7.0 == 7.5',
      "FAILED test_prices.py::test_price_is_there - KeyError: 'price'",
      "FAILED test_prices.py::test_unknown_item - KeyError: 'coffee'",
      "FAILED test_prices.py::test_total[names1] - KeyError: 'price'",
      "FAILED test_prices.py::test_total[names2] - KeyError: 'price'",
      'ERROR test_prices.py::test_broken_fixture',
    ])
  })
})

describe('what compilers print', () => {
  test.each([
    { name: 'rustc.txt', errors: 6, warnings: 3, told: '^^^^^^^^^^^^^^^^ not found in this scope' },
    { name: 'tsc.txt', errors: 920, warnings: 0 },
    { name: 'tsc-pretty.txt', errors: 24, warnings: 0 },
    { name: 'gcc.txt', errors: 3, warnings: 6 },
    { name: 'clang.txt', errors: 3, warnings: 3 },
    { name: 'javac.txt', errors: 5, warnings: 0, told: 'symbol:   variable summ' },
    { name: 'mypy.txt', errors: 4, warnings: 0 },
    { name: 'eslint.txt', errors: 15, warnings: 10 },
  ])('$name: $errors errors and $warnings warnings', ({ name, errors, warnings, told }) => {
    const found = captured(name)
    expect(found.filter(({ kind }) => kind === 'failure')).toHaveLength(errors)
    expect(found.filter(({ kind }) => kind === 'warning')).toHaveLength(warnings)
    if (told !== undefined) expect(found.flatMap(({ gist }) => gist).join('\n')).toContain(told)
  })

  test('a message of eslint stands under its file, one of gcc under its function', () => {
    expect(captured('eslint.txt').at(-1)?.under).toBe('/srv/shop/lint/src/cart5.js')
    expect(captured('gcc.txt')[1]?.under).toBe('cart.c: In function ‘total’:')
  })

  test('the quoted source belongs to its message', () => {
    expect(captured('javac.txt').map(({ lines }) => lines)).toEqual([3, 5, 3, 5, 3])
  })
})

describe('stack traces', () => {
  test('a trace and all of its causes are one record', () => {
    const text = [
      'INFO starting',
      'java.lang.IllegalStateException: no price for coffee',
      '\tat shop.Cart.price(Cart.java:7)',
      '\tat shop.Cart.total(Cart.java:9)',
      'Caused by: java.lang.NullPointerException: no such key',
      '\tat shop.Cart.price(Cart.java:6)',
      '\t... 32 more',
      'INFO done',
    ].join('\n')
    const [record, ...others] = recordsOf(text)
    expect(others).toEqual([])
    expect(record).toMatchObject({
      head: 'java.lang.IllegalStateException: no price for coffee',
      gist: ['Caused by: java.lang.NullPointerException: no such key'],
      lines: 6,
    })
  })

  test('a trace raised while handling another is one record with it', () => {
    const text = [
      '2026-01-02 10:00:00 ERROR job failed',
      'Traceback (most recent call last):',
      '  File "/srv/shop/job.py", line 3, in run',
      '    prices["tea"]',
      "KeyError: 'tea'",
      '',
      'During handling of the above exception, another exception occurred:',
      '',
      'Traceback (most recent call last):',
      '  File "/srv/shop/job.py", line 5, in run',
      '    raise LookupError("no price")',
      'LookupError: no price',
      '2026-01-02 10:00:01 INFO next job',
    ].join('\n')
    const [record, ...others] = recordsOf(text)
    expect(others).toEqual([])
    expect(record).toMatchObject({ gist: ["KeyError: 'tea'", 'LookupError: no price'], lines: 11 })
  })

  test('time stamps before every line do not hide a report', () => {
    const stamped = readFileSync(join(fixtures, 'unittest.txt'), 'utf8')
      .split('\n')
      .map((line) => `2026-01-02T10:00:00.1234567Z ${line}`)
      .join('\n')
    expect(recordsOf(stamped)).toHaveLength(2)
  })
})
