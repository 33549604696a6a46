import { attack, e2e, fault, type MatrixPart, row } from './row.ts'

/** What size and number may do. */
export const denial: MatrixPart = {
  heading: 'Denial by size or count',
  rows: [
    row(
      'Deep JSON, millions of keys or values',
      'Refused before parsing, forwarded untouched by the proxy',
      attack('complexity'),
      'bounded, answered, and nobody else waits',
      '4 shapes at 9 doors; ten million levels, five million keys in the soak',
    ),
    row(
      'One line of 50 MB, a million tiny lines',
      'Bounded; longer texts pass whole',
      attack('complexity'),
      'bounded, answered, and nobody else waits',
      '15 texts',
    ),
    row(
      'Pathological patterns, globs and queries',
      'Bounded, or refused with a code',
      attack('complexity'),
      'bounded, answered, and nobody else waits',
      '9 queries',
    ),
    row(
      'Bodies over the limit, declared or not',
      '413',
      attack('bodies'),
      'a body over the limit is refused',
      '2 at 5 doors',
    ),
    row(
      'Many large bodies at once',
      '503 with when to come back; nobody else waits',
      attack('bodies'),
      'twelve bodies of 62 MB at once',
      '744 MB',
    ),
    row(
      'Slow clients',
      'Closed in time; nobody waits for them',
      fault('machine'),
      'two hundred clients that dawdle',
      '200 sockets at 7 places',
    ),
    row(
      'Slow heads at the proxy',
      'Closed in 15 s',
      e2e('proxy-streams'),
      '500 sockets that never finish',
      '500 sockets',
    ),
    row(
      'Too many requests under one token',
      '429 with when to come back',
      e2e('tokens'),
      'says 429 and when',
      "a minute's worth",
    ),
    row(
      'Whatever else',
      'Read or refused with a code',
      'test/fuzz/fuzz.test.ts',
      'whatever comes',
      '300 cases at 14 doors; a million in the soak',
    ),
  ],
}
