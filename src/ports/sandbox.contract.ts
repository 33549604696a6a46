import { describe, expect, test } from 'vitest'
import type {
  ProgramAnswer,
  ProgramEnd,
  ProgramLimits,
  ProgramRequest,
  Sandbox,
} from './sandbox.ts'

/** On a machine that is busy otherwise, what ends by another limit must not end by this one. */
const limits: ProgramLimits = {
  computeMs: 20_000,
  totalMs: 40_000,
  memoryBytes: 16 * 1024 * 1024,
  calls: 50,
  messageChars: 100_000,
  outputChars: 10_000,
}
const now = 1_700_000_000_000
const never = new AbortController().signal

/** What every sandbox must do, whatever engine is in it. */
export function sandboxContract(name: string, create: () => Sandbox): void {
  const sandbox = create()

  async function run(
    code: string,
    answer: (request: ProgramRequest) => Promise<ProgramAnswer> = async (request) => ({
      value: request,
    }),
    changed: Partial<ProgramLimits> = {},
    signal = never,
  ): Promise<ProgramEnd> {
    const program = { code, input: { n: 4, text: 'é' }, now, limits: { ...limits, ...changed } }
    return sandbox.run(program, { answer }, signal)
  }

  describe(`${name} as a sandbox`, () => {
    test.each([
      { code: 'return 1 + 1', value: 2 },
      { code: 'const n: number = input.n\nreturn n as unknown', value: 4 },
      { code: 'interface A { a: string }\nreturn [input.text satisfies string]', value: ['é'] },
      { code: 'const f = async <T>(x: T): Promise<T> => x\nreturn await f<number>(3)', value: 3 },
      { code: 'return { a: undefined, b: [null, true] }', value: { b: [null, true] } },
      { code: 'return', value: null },
      { code: '', value: null },
      { code: 'return "\\uD83D\\uDE00 " + "x".normalize()', value: '😀 x' },
      { code: 'return new Date().toISOString()', value: '2023-11-14T22:13:20.000Z' },
    ])('$code', async ({ code, value }) => {
      expect(await run(code)).toEqual({ kind: 'returned', value, logs: [] })
    })

    test('asks its host for tools and for texts, also several at once', async () => {
      const end = await run(
        'const [a, b] = await Promise.all([tools.fs.read({ path: "x" }), recover("res_1")])\nlog("got", a, 1)\nreturn [a, b]',
      )
      const read = { kind: 'tool', server: 'fs', tool: 'read', args: { path: 'x' } }
      expect(end).toEqual({
        kind: 'returned',
        value: [read, { kind: 'recover', id: 'res_1' }],
        logs: [`got ${JSON.stringify(read)} 1`],
      })
    })

    test('a refusal is an error it may catch', async () => {
      const refusal = { code: 'args_invalid', message: 'path is required' }
      const answer = async () => ({ refusal })
      const caught = 'try { await tools.a.b() } catch (e) { return [e.code, e.message] }'
      expect(await run(caught, answer)).toMatchObject({ value: Object.values(refusal) })
      expect(await run('\nawait tools.a.b()', answer)).toMatchObject({
        kind: 'threw',
        error: refusal,
      })
    })

    test.each([
      { code: 'a()\n\nnope.x', error: { name: 'ReferenceError', line: 1 } },
      { code: '\n\nthrow new TypeError("bad")', error: { message: 'bad', line: 3 } },
      { code: 'let x: number =\n;', error: { name: 'SyntaxError', line: 2 } },
      { code: 'enum A { B }', error: { name: 'SyntaxError' } },
      { code: 'throw null', error: { message: 'null' } },
    ])('says where and why $code failed', async ({ code, error }) => {
      expect(await run(code)).toMatchObject({ kind: 'threw', error })
    })

    test.each([
      { by: 'compute', code: 'for (;;) {}' },
      { by: 'compute', code: '/(a+)+$/.test("a".repeat(40) + "b")' },
      { by: 'compute', code: 'for (;;) await null' },
      { by: 'compute', code: `${'('.repeat(5)}async () => { for (;;) {} }${')'.repeat(5)}()` },
      { by: 'memory', code: 'const all = []\nfor (;;) all.push("x".repeat(100_000))' },
      { by: 'memory', code: 'return "x".repeat(1e9)' },
      { by: 'depth', code: 'const f = () => f() + 1\nf()' },
      { by: 'calls', code: 'for (let i = 0; ; i++) void tools.a.b({ i })' },
      { by: 'calls', code: 'for (;;) try { await tools.a.b() } catch {}' },
      { by: 'message', code: 'await tools.a.b({ text: "x".repeat(200_000) })' },
      { by: 'message', code: 'for (;;) void tools.a.b({ text: "x".repeat(90_000) })' },
      { by: 'message', code: 'let x = []\nfor (let i = 0; i < 1000; i++) x = [x]\nreturn x' },
      { by: 'output', code: 'for (;;) log("x".repeat(1000))' },
      { by: 'output', code: 'return "x".repeat(20_000)' },
      { by: 'waiting', code: 'await new Promise(() => {})' },
    ] as const)('stops by $by: $code', async ({ by, code }) => {
      const changed = by === 'compute' ? { computeMs: 300 } : {}
      expect(await run(code, undefined, changed)).toMatchObject({ kind: 'stopped', by })
    })

    test('waiting for an answer is not computing, and is limited by itself', async () => {
      const slow = () => new Promise<ProgramAnswer>(() => undefined)
      const end = await run('await tools.a.b()', slow, { computeMs: 2000, totalMs: 2500 })
      expect(end).toMatchObject({ kind: 'stopped', by: 'time' })
    })

    test('a program that takes no answers in is not answered on and on', async () => {
      let asked = 0
      const answer = async () => {
        asked += 1
        return { value: asked }
      }
      const code = 'for (let i = 0; i < 50; i++) void tools.a.b()\nfor (;;) {}'
      expect(await run(code, answer, { calls: 100, computeMs: 2000 })).toMatchObject({
        by: 'compute',
      })
      expect(asked).toBe(16)
    })

    test('an abort ends it at once, whatever it does', async () => {
      const leaving = new AbortController()
      const answer = async () => {
        leaving.abort()
        return { value: 1 }
      }
      const end = await run('await tools.a.b()\nfor (;;) {}', answer, {}, leaving.signal)
      expect(end).toMatchObject({ kind: 'stopped', by: 'signal' })
      expect(await run('return 1', undefined, {}, leaving.signal)).toMatchObject({ by: 'signal' })
    })

    test('what it logged before it was stopped is there', async () => {
      const end = await run('log("begun")\nfor (;;) {}', undefined, { computeMs: 2000 })
      expect(end).toMatchObject({ logs: ['begun'] })
    })

    test('the same program ends in the same way', async () => {
      const code = 'return [Math.random(), Math.random(), Date.now(), performance.now()]'
      expect(await run(code)).toEqual(await run(code))
    })

    test('an answer that is too long is refused, not half given', async () => {
      const answer = async () => ({ value: 'x'.repeat(200_000) })
      expect(await run('return await tools.a.b()', answer)).toMatchObject({
        kind: 'threw',
        error: { code: 'too_long' },
      })
    })

    test('many run side by side, each for itself', async () => {
      const ends = await Promise.all(
        Array.from({ length: 9 }, (_, at) =>
          run(`globalThis.mine ??= ${at}\nreturn (await tools.a.b({ at: mine })).args.at`),
        ),
      )
      expect(ends.map((end) => 'value' in end && end.value)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    })

    test('a host that breaks is a bug that rises', async () => {
      const broken = async () => {
        throw new Error('out of order')
      }
      await expect(run('await tools.a.b()', broken)).rejects.toThrow('out of order')
    })
  })
}
