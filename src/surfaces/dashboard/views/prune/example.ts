const steps = [
  'resolve dependencies',
  'compile module',
  'link',
  'copy assets',
  'run checks',
] as const

/** A build log with one thing wrong in it, for trying the slider. */
export const example = {
  goal: 'why did the checkout test fail',
  text: [
    '$ npm test',
    ...Array.from({ length: 90 }, (_, at) => {
      const minute = String(Math.floor(at / 60)).padStart(2, '0')
      const second = String(at % 60).padStart(2, '0')
      return `10:${minute}:${second} INFO  [worker-${at % 4}] ${steps[at % steps.length]} ${at + 1}/160 ok (${20 + ((at * 7) % 31)} ms)`
    }),
    '10:01:31 WARN  [worker-2] retrying connection to payments: pool exhausted (8 of 8 in use)',
    ...Array.from(
      { length: 40 },
      (_, at) =>
        `10:01:${String(32 + (at % 28)).padStart(2, '0')} INFO  [worker-${at % 4}] test ${at + 1} passed`,
    ),
    '10:02:02 ERROR [worker-1] checkout.test.ts: timed out waiting for a connection after 5000 ms',
    '    at acquire (src/payments/pool.ts:42:11)',
    '    at charge (src/payments/charge.ts:18:20)',
    '    at checkout (test/checkout.test.ts:77:5)',
    ...Array.from(
      { length: 60 },
      (_, at) =>
        `10:02:${String(3 + (at % 50)).padStart(2, '0')} INFO  [worker-${at % 4}] test ${at + 41} passed`,
    ),
    'Tests: 1 failed, 100 passed, 101 total',
  ].join('\n'),
} as const
