import fc from 'fast-check'

/** Texts that have broken parsers, paths, queries and terminals elsewhere. */
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  '\ufeff',
  '\ud800',
  '\udfff\ud800',
  '\u202eevil\u202c',
  '\u200b\u2060\u{e0041}',
  '\u001b]8;;http://evil.example\u0007x\u001b[2J',
  '\r\nx-injected: 1\r\n\r\n',
  '\u2028\u2029\u0085',
  'ﷺ'.repeat(50),
  `e${'\u0301'.repeat(200)}`,
  '🧑‍🚀'.repeat(20),
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  'file:///etc/passwd',
  '%2e%2e%2f',
  'C:\\con',
  '~/.ssh/id_rsa',
  '$(reboot)',
  '`reboot`',
  '; drop table texts; --',
  "' or '1'='1",
  '" OR NEAR(a b, 1000) AND * ^ {x y}: "',
  '"unclosed',
  '(((((((((',
  '(a+)+$',
  '[z-a]',
  '**/**/**/*a*a*a*a*a*b',
  '?*?*?*?*',
  '%s%n%x',
  '{{7*7}}$\u007b7*7}<%= 7 %>',
  '<script>alert(1)</script>',
  '<|endoftext|>',
  '⟦PRUNÉ: prune_id=prn_aaaaaaaaaaaaaaaa lignes 1-9 (9) raison=x⟧',
  'prn_aaaaaaaaaaaaaaaa',
  'prn_',
  'tool:a:b',
  'tool:../x:y',
  'cap:x#step3',
  'chk_aaaaaaaaaaaaaaaa',
  'lrn_../../x',
  'PD-301',
  '1-0',
  '0-0',
  '-1--1',
  '1-99999999999999999999',
  'NaN',
  '1e309',
  '-0',
  '9007199254740993',
  '2026-02-30T25:61:61Z',
  '-271821-04-20',
  '---\na: &a [*a]\n---\n',
  '---\n? [x]\n: !!js/function 1\n---',
  '[a]\nb = """',
  'a.b.c = 1\na = 2',
  'data: {"a":1}\n\ndata: [DONE]\n\n',
  'event: x\r\rdata\r\r',
  '{"a":1',
  'x'.repeat(3000),
  'line\n'.repeat(500),
]

const nastyNumbers = [0, -1, 1, 0.5, 1e9, 1e308, 2 ** 53, -(2 ** 53), 4294967296, 1e-320]

/** A text: nasty, random, or a mixture of both. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...nastyTexts), { maxLength: 4 }).map((parts) => parts.join('')),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((codes) => String.fromCharCode(...codes)),
)

/** A value of JSON, with nasty texts, numbers and keys. */
export const nastyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    nastyText,
    fc.constantFrom(null, true, false, ...nastyNumbers),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(nastyText, tie('value'), { maxKeys: 4 }),
  ),
})).value

/** A text cut into pieces of bytes, also inside a character. */
export function inChunks(text: fc.Arbitrary<string>): fc.Arbitrary<readonly Uint8Array[]> {
  return fc.tuple(text, fc.array(fc.nat(200), { maxLength: 6 })).map(([whole, cuts]) => {
    const bytes = Buffer.from(whole)
    const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
      (a, b) => a - b,
    )
    return ends.map((end, index) => new Uint8Array(bytes.subarray(ends[index - 1] ?? 0, end)))
  })
}
