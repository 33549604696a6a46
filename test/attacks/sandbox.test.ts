import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands, folderWith, homeWith } from '../e2e/gateway-stage.ts'
import { newFolder, postJson, type RunningDaemon, startTamis } from '../e2e/tamis.ts'

const secret = 'canary-71c0de-upstream-key'
const folder = folderWith({ 'notes.txt': 'hello', 'other.txt': 'world' })
const proof = join(newFolder(), 'was-called')

interface Ran {
  readonly status?: string
  readonly result?: unknown
  readonly logs?: string
  readonly calls?: Readonly<Record<string, number>>
  readonly recoverable?: readonly string[]
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string }
}

let daemon: RunningDaemon
let run: (code: string, more?: object) => Promise<Ran>

beforeAll(async () => {
  const home = homeWith({
    filesystem: { args: commands.filesystem(folder) },
    well: { args: commands.misbehaving('well'), 'env.UPSTREAM_TOKEN': '${UPSTREAM_TOKEN}' },
    waiting: { args: commands.misbehaving('well', proof), quarantined: true },
  })
  daemon = await startTamis({ home, env: { UPSTREAM_TOKEN: secret } })
  await postJson(`${daemon.url}/api/discover`, { intent: 'work on a text' })
  run = async (code, more = {}) =>
    (await postJson(`${daemon.url}/api/execute`, { code, ...more })).body as Ran
  return async () => void (await daemon.stop())
}, 60_000)

/** Whether the daemon still answers as if nothing had been. */
async function isSound(): Promise<boolean> {
  const { result } = await run('return (await tools.well.work({ text: "x" })).name')
  return result === 'work' && (await fetch(`${daemon.url}/health`)).ok
}

describe('a script in the sandbox', () => {
  test('escape: no way leads out of it', async () => {
    const { result } = await run(`
      const ways: Record<string, () => unknown> = {
        process: () => process, require: () => require('fs'), module: () => module,
        fetch: () => fetch('http://127.0.0.1'), worker: () => new Worker(''),
        wasm: () => WebAssembly, atomics: () => Atomics, deno: () => Deno,
        std: () => globalThis.std ?? globalThis.os ?? std,
        constructor: () => this.constructor.constructor('return process')(),
        constructed: () => (async () => {}).constructor('return process')(),
        tool: () => tools.well.work.constructor('return process')(),
        evaluated: () => (0, eval)('process'),
        imported: () => import('node:fs'),
        importedTool: () => import('quickjs-wasi'),
      }
      const held = {}
      for (const [name, way] of Object.entries(ways))
        held[name] = await Promise.resolve().then(way).then(() => 'OUT', (error) => error.name)
      return held`)
    expect(Object.entries(result as object).filter(([, end]) => end === 'OUT')).toEqual([])
    expect(Object.keys(result as object)).toHaveLength(15)
  })

  test('prototype: what it does to its own globals reaches nobody else', async () => {
    const { result } = await run(`
      Object.prototype.polluted = 'yes'
      Array.prototype.map = () => ['yes']
      JSON.stringify = () => '"forged"'
      JSON.parse = () => ({ value: 'forged' })
      Promise.prototype.then = function () { return this }
      Object.defineProperty(Object.prototype, 'refusal', { value: { code: 'x' } })
      return JSON.parse('{}')`)
    expect(JSON.stringify(result ?? null)).not.toContain('process')
    const merged = await run(
      `const text = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}'
       await tools.well.work(JSON.parse(text)).catch(() => 0)
       return JSON.parse(text)`,
    )
    expect(merged.status).toBe('success')
    const { result: clean } = await run('return [({}).polluted ?? null, [1].map((x) => x + 1)]')
    expect(clean).toEqual([null, [2]])
    expect(await isSound()).toBe(true)
  })

  test('endless loop: it is stopped, and holds nobody up', async () => {
    const loop = run('for (;;) {}', { timeoutMs: 1500 })
    expect(await isSound()).toBe(true)
    expect(await loop).toMatchObject({ status: 'failed', error: { code: 'code_stopped' } })
  })

  test('memory bomb: it is stopped, and the daemon keeps its memory', async () => {
    const bombs = [
      'const all = []; for (;;) all.push(new Array(100_000).fill(Math.random()))',
      'let text = "x"; for (;;) text += text',
      'return new Uint8Array(2 ** 31)',
      'const f = () => f() + 1; return f()',
    ]
    const ends = await Promise.all(bombs.map((code) => run(code)))
    expect(ends.map(({ status }) => status)).toEqual(bombs.map(() => 'failed'))
    expect(await isSound()).toBe(true)
  })

  test('10,000 calls: the first two hundred are made, and then it ends', async () => {
    const { error, calls } = await run(
      'await Promise.all(Array.from({ length: 10_000 }, () => tools.well.work({ text: "x" })))',
    )
    expect(error).toMatchObject({ code: 'code_stopped' })
    expect(error?.message).toContain('200 calls')
    expect(calls?.['well:work'] ?? 0).toBeLessThanOrEqual(200)
  })

  test('output flood: it is stopped, and what is long is shortened and recoverable', async () => {
    expect(await run('for (;;) log("x".repeat(10_000))')).toMatchObject({
      error: { code: 'code_stopped' },
    })
    expect(await run('return "x".repeat(5_000_000)')).toMatchObject({
      error: { code: 'code_stopped' },
    })
    const many = await run('return Array.from({ length: 20_000 }, (_, at) => `row ${at}`)')
    expect(JSON.stringify(many).length).toBeLessThan(25_000)
    const [id = ''] = many.recoverable ?? []
    const whole = await run(`return (await recover(${JSON.stringify(id)})).split('\\n').length`)
    expect(whole.result).toBe(20_002)
  })

  test('host objects: everything it can touch was made inside', async () => {
    const { result } = await run(`
      const caught = await tools.well.nope().catch((error) => error)
      const answer = await tools.well.work({ text: 'x' })
      const pending = tools.well.work({ text: 'x' })
      await pending
      const touched = [caught, answer, pending, tools, tools.well, tools.well.work, log, console, console.log, recover, input]
      return {
        made: touched.map((value) => Object.getPrototypeOf(value)).every((proto) => [Object, Function, Error, Promise].some((maker) => maker.prototype === proto)),
        stack: /node:|file:|\\.mjs|\\.ts/.test(String(caught.stack)),
        caller: (() => { try { return log.caller ?? null } catch { return null } })(),
      }`)
    expect(result).toEqual({ made: true, stack: false, caller: null })
  })

  test('timing: its clock stands still, and chance is no chance', async () => {
    const code = `
      const seen = new Set()
      for (let turn = 0; turn < 200_000; turn++) if (turn % 1000 === 0) seen.add(Date.now() + performance.now())
      await tools.well.work({ text: 'x' })
      seen.add(Date.now() + performance.now())
      return { times: seen.size, timers: typeof setTimeout, shared: typeof Atomics }`
    expect((await run(code)).result).toEqual({
      times: 1,
      timers: 'undefined',
      shared: 'undefined',
    })
  })

  test('tool not approved: it is refused under every name', async () => {
    const { result } = await run(`
      const names = [['waiting', 'work'], ['waiting', 'other'], ['tool:waiting', 'work'], ['waiting:work', ''], ['', 'waiting:work'], ['constructor', 'work'], ['__proto__', 'work']]
      const codes = []
      for (const [server, tool] of names) {
        try { await tools[server][tool]({ text: 'x' }); codes.push('CALLED') } catch (error) { codes.push(error.code ?? error.name) }
      }
      return codes`)
    expect(result).not.toContain('CALLED')
    expect((result as string[]).slice(0, 2)).toEqual(['tool_not_callable', 'tool_not_callable'])
    expect(existsSync(proof)).toBe(false)
  })

  test('a destructive tool stops it; agreed to, it goes on where it stopped', async () => {
    const path = join(folder, 'summary.txt')
    const code = `
      const { content } = await tools.filesystem.read_text_file({ path: ${JSON.stringify(join(folder, 'notes.txt'))} })
      for (let turn = 0; turn < 3; turn++)
        try { await tools.filesystem.write_file({ path: ${JSON.stringify(path)}, content: content + '!' }); return 'done' } catch {}
      return 'not done'`
    const stopped = await run(code)
    expect(stopped.error?.code).toBe('confirm_needed')
    expect(stopped.error?.hint).toContain('the 1 calls before this are not made again')
    expect(existsSync(path)).toBe(false)
    const confirmed = await run(code, { confirm: true })
    expect(confirmed).toMatchObject({ status: 'success', result: 'done' })
    expect(readFileSync(path, 'utf8')).toBe('hello!')
  })

  test('secrets: nothing of ours, and no key of a server, can be read', async () => {
    const { result, logs = '' } = await run(`
      const seen = []
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        try { seen.push(name, String(globalThis[name]), JSON.stringify(globalThis[name])) } catch (error) { seen.push(String(error.stack)) }
      }
      seen.push(new Error('x').stack, String(await tools.well.work({ text: '\${UPSTREAM_TOKEN}' }).then(JSON.stringify)))
      log(seen.join('\\n'))
      return seen`)
    const all = JSON.stringify(result) + logs
    expect(all).toContain('globalThis')
    expect(all).not.toContain(secret)
    expect(all).not.toContain(daemon.home)
    expect(all).not.toMatch(/node_modules|TAMIS_|\/home\/|program-worker/)
  })
})
