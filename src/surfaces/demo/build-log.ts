const packages = ['core', 'cart', 'checkout', 'payments', 'catalog', 'search', 'mail', 'admin']

/** What a build server printed: a thousand lines, of which a handful say why it failed. The same on every run. */
export function buildLog(): string {
  return [
    ...downloads(260),
    ...packages.flatMap((name, at) => testsOf(name, at)),
    ...failure,
    ...packages.map((name, at) => ` ${name.padEnd(10)} ${91 - at}.${at}2 % lines covered`),
    'Test files: 1 failed, 63 passed (64)',
    'Tests:      1 failed, 811 passed (812)',
    'error: the command "npm test" ended with exit code 1',
    '',
  ].join('\n')
}

function downloads(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, at) =>
      `2026-03-02T09:14:${String(at % 60).padStart(2, '0')}Z  fetched module-${at + 1}@${1 + (at % 7)}.${at % 10}.0 (${12 + ((at * 37) % 480)} kB)`,
  )
}

function testsOf(name: string, at: number): readonly string[] {
  const files = Array.from(
    { length: 100 },
    (_, file) =>
      ` ✓ packages/${name}/src/part-${file + 1}.test.ts (${3 + ((file + at) % 9)} tests)`,
  )
  return [`> ${name}: vitest run`, ...files]
}

const failure = [
  ' ✗ packages/payments/src/retry.test.ts > a declined card is not retried',
  '   AssertionError: expected 4 to be 1 // attempts',
  '     at packages/payments/src/retry.test.ts:41:28',
  '     at retryCharge (packages/payments/src/retry.ts:17:11)',
  '   - Expected  1',
  '   + Received  4',
]

/** What one would ask of it. */
export const buildGoal = 'why does the build fail'
