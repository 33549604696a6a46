import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningDaemon, startTamis } from '../e2e/tamis.ts'
import { daemonTargets } from './daemon-targets.ts'
import { type EngineTargets, openEngineTargets } from './engine-targets.ts'
import { parserTargets } from './parser-targets.ts'
import { type FuzzTarget, fuzz } from './target.ts'

/** A different corner each day, the same all day: a failure says its seed. */
const seed = Number(process.env.TAMIS_FUZZ_SEED ?? Math.floor(Date.now() / 86_400_000))
const cases = Number(process.env.TAMIS_FUZZ_CASES ?? 300)

let engine: EngineTargets
let daemon: RunningDaemon

beforeAll(async () => {
  ;[engine, daemon] = await Promise.all([openEngineTargets(), startTamis()])
})
afterAll(async () => {
  await engine.close()
  await daemon.stop()
})

async function hold(target: FuzzTarget): Promise<void> {
  const { failure } = await fuzz(target, cases, seed)
  expect(failure).toBeUndefined()
}

test.each(parserTargets)('$name: whatever comes, it is read or refused', hold)

test.each([
  'operations',
  'JSON-RPC',
  'proxy body, openai-chat',
  'proxy body, openai-responses',
  'proxy body, anthropic-messages',
])('%s: whatever comes, it is answered or refused with a code', async (name) => {
  const found = engine.targets.find((target) => target.name === name)
  if (!found) throw new Error(`no target ${name}`)
  await hold(found)
})

test.each(['HTTP bodies', 'MCP', 'raw requests'])(
  '%s: the daemon has no fault of its own and lives on',
  async (name) => {
    const found = daemonTargets(daemon).find((target) => target.name === name)
    if (!found) throw new Error(`no target ${name}`)
    await hold(found)
    expect((await fetch(`${daemon.url}/health`)).status).toBe(200)
    expect(daemon.stderr()).not.toMatch(/request-failed|api-failed|Unhandled/)
  },
)
