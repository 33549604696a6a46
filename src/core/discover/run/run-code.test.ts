import { expect, test } from 'vitest'
import { quickjsSandbox } from '../../../adapters/quickjs/sandbox.ts'
import { EngineError } from '../../../errors.ts'
import { dagOfCalls } from './dag-of-calls.ts'
import { type CodeDeps, runCode } from './run-code.ts'

const sandbox = quickjsSandbox()
const never = new AbortController().signal

function deps(call: (tool: string, args: unknown, signal: AbortSignal) => unknown): CodeDeps {
  return {
    sandbox,
    now: () => 0,
    admit: ({ server, tool, args }) => {
      if (tool === 'unknown') throw new EngineError('tool_not_found', 'Nothing is called that')
      if (tool === 'destroy') throw new EngineError('confirm_needed', 'It may destroy something')
      const id = `tool:${server}:${tool}`
      return { tool: id, call: async (signal) => call(id, args, signal) }
    },
    recover: async (id) => (id === 'res_1' ? 'the whole text' : undefined),
  }
}

const run = (code: string, made: CodeDeps, signal = never) =>
  runCode(made, { code, input: {}, now: 0 }, signal)

test('results stay inside, and only what is returned comes out', async () => {
  const report = await run(
    'const rows = await tools.db.query({ sql: "…" }); log(rows.length); return rows[0].name',
    deps(() => [{ name: 'Ada' }, { name: 'Bob' }]),
  )
  expect(report).toMatchObject({ status: 'success', result: 'Ada', logs: ['2'] })
  expect(report.calls.map(({ tool }) => tool)).toEqual(['tool:db:query'])
})

test('a text that was left out comes back whole', async () => {
  const code = 'return [await recover("res_1"), await recover("res_2").catch((e) => e.code)]'
  const report = await run(
    code,
    deps(() => 0),
  )
  expect(report.result).toEqual(['the whole text', 'prune_id_not_found'])
})

test('what is not admitted is no call, and the script may go on', async () => {
  const code = 'try { await tools.a.unknown() } catch (e) { return e.code }'
  expect(
    await run(
      code,
      deps(() => 0),
    ),
  ).toMatchObject({ result: 'tool_not_found', calls: [] })
})

test('a tool that needs a confirm stops the script, whether it catches or not', async () => {
  let later = 0
  const code =
    'await tools.a.read()\nfor (;;) { try { await tools.a.destroy() } catch {} await tools.a.write() }'
  const report = await run(
    code,
    deps((tool) => {
      if (tool === 'tool:a:write') later += 1
      return 0
    }),
  )
  expect(report.confirmNeeded?.code).toBe('confirm_needed')
  expect(report.calls.map(({ tool }) => tool)).toEqual(['tool:a:read'])
  expect(later).toBe(0)
})

test('a cancelled script cancels the calls it waits for', async () => {
  const leaving = new AbortController()
  const heard = Promise.withResolvers<void>()
  const made = deps((_, __, signal) => {
    signal.addEventListener('abort', () => heard.resolve())
    leaving.abort()
    return heard.promise
  })
  const report = await run('await tools.a.slow()', made, leaving.signal)
  await heard.promise
  expect(report.status).toBe('cancelled')
})

test('a script that is stopped cancels the calls it waits for', async () => {
  const heard = Promise.withResolvers<void>()
  const made = deps((tool, _, signal) => {
    if (tool === 'tool:a:quick') return 0
    signal.addEventListener('abort', () => heard.resolve())
    return heard.promise
  })
  const code = 'void tools.a.slow()\nawait tools.a.quick()\nreturn "x".repeat(2_000_000)'
  const report = await run(code, made)
  await heard.promise
  expect(report).toMatchObject({ status: 'failed', error: { code: 'code_stopped' } })
})

test('a call that nobody waited for is finished and counted', async () => {
  const report = await run(
    'void tools.a.write({ x: 1 })\nreturn 1',
    deps(async () => 'written'),
  )
  expect(report.calls).toMatchObject([{ tool: 'tool:a:write', isSuccess: true }])
})

test('at most eight calls are under way at once', async () => {
  let running = 0
  const gate = Promise.withResolvers<void>()
  const made = deps(() => {
    running += 1
    return gate.promise
  })
  // It asks for the text after all the calls: those that may are under way by then.
  const recover = async (): Promise<string> => {
    gate.resolve()
    return String(running)
  }
  const code = `const calls = Array.from({ length: 12 }, (_, i) => tools.a.b({ i }))
    const running = await recover('res_1')
    await Promise.all(calls)
    return running`
  const report = await run(code, { ...made, recover })
  expect(report.result).toBe('8')
  expect(report.calls).toHaveLength(12)
})

test.each([
  { code: 'await fetch("http://x")', hint: /`tools`, `recover`/ },
  { code: 'const fs = await import("node:fs")', hint: /`tools`, `recover`/ },
  { code: 'export default 1', hint: /body of an async function/ },
])('$code is answered with advice', async ({ code, hint }) => {
  const { error } = await run(
    code,
    deps(() => 0),
  )
  expect(error?.code).toBe('code_failed')
  expect(error?.hint).toMatch(hint)
})

test('the calls of a script are a workflow: values flow, and the turns of a loop are one task', async () => {
  const code = `
    const { files } = await tools.fs.list({ path: 'docs' })
    const texts = []
    for (const { path } of files) texts.push(await tools.fs.read({ path }))
    await tools.mail.send({ to: 'ada', text: texts.map((text) => text[0]).join() })`
  const { calls } = await run(
    code,
    deps((tool) =>
      tool === 'tool:fs:list' ? { files: [{ path: 'a.md' }, { path: 'b.md' }] } : 'some text',
    ),
  )
  expect(dagOfCalls(calls).tasks).toEqual([
    {
      id: 't1',
      tool: 'tool:fs:list',
      arguments: { path: { $ref: '$input.path' } },
      dependsOn: [],
    },
    {
      id: 't2',
      tool: 'tool:fs:read',
      arguments: { path: { $ref: 't1.files.0.path' } },
      dependsOn: ['t1'],
    },
    {
      id: 't4',
      tool: 'tool:mail:send',
      arguments: { to: { $ref: '$input.to' }, text: { $ref: '$input.text' } },
      dependsOn: ['t2'],
    },
  ])
})
