import { existsSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import type { Provider } from './proxy/provider.ts'
import { type Exchange, exchange } from './proxy/raw-exchange.ts'
import { openProxyStage } from './proxy/stage.ts'
import type { RunningDaemon } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage({
    TAMIS_PROXY_HEADERS_TIMEOUT_MS: '3000',
    TAMIS_PROXY_BODY_TIMEOUT_MS: '3000',
  })
  ;({ provider, tamis } = stage)
  return stage.close
})

const path = '/v1/chat/completions'
const ask = (model: string): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] })

/** What answers at once, and as it would without us. */
const kinds = [
  'fine',
  'fault-429',
  'fault-500',
  'fault-html',
  'fault-broken-json',
  'fault-cut',
  'fault-cut-json',
  'fault-reset',
  'odd-gzip',
  'fault-drip-short',
] as const

/** Silence would be all a client got without us; it is told so instead. */
const silent = { 'fault-hang': 504, 'fault-stall': 200 } as const

const total = Number(process.env.TAMIS_FLOOD ?? 10_000)

function kindAt(at: number): string {
  if (at % 160 === 80) return 'fault-hang'
  if (at % 160 === 120) return 'fault-stall'
  return kinds[at % kinds.length] ?? 'fine'
}

function isRight(kind: string, through: Exchange, direct: Exchange | undefined): boolean {
  // Where a provider resets before it speaks, there is no answer to pass on.
  if (kind === 'fault-reset') return through.status === 502
  if (kind in silent)
    return (
      through.status === Reflect.get(silent, kind) && through.isCut === (kind === 'fault-stall')
    )
  if (!direct || through.status !== direct.status || through.isCut !== direct.isCut) return false
  if (JSON.stringify(through.headers) !== JSON.stringify(direct.headers)) return false
  return direct.isCut || through.body.equals(direct.body)
}

test('ten thousand requests, sixty-four at a time, of every kind: all answered as without us, nothing leaks', async () => {
  const direct = new Map<string, Exchange>()
  for (const kind of kinds) direct.set(kind, await exchange(provider.url + path, ask(kind)))
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const wrong: string[] = []
  let next = 0
  let residentAtHalf = 0
  async function worker(): Promise<void> {
    while (next < total) {
      const kind = kindAt(next++)
      if (next === Math.floor(total / 2)) residentAtHalf = residentBytes(tamis.process.pid)
      const through = await exchange(tamis.url + path, ask(kind), {}, agent)
      if (!isRight(kind, through, direct.get(kind))) wrong.push(`${kind} ${through.status}`)
    }
  }
  await Promise.all(Array.from({ length: 64 }, worker))
  agent.destroy()
  expect(wrong).toEqual([])
  if (residentAtHalf > 0)
    expect(residentBytes(tamis.process.pid)).toBeLessThan(residentAtHalf * 1.3 + 30_000_000)
  expect(tamis.stderr()).not.toMatch(/MaxListeners|Unhandled|heap/)
  await expect.poll(() => provider.openSockets(), { timeout: 15_000 }).toBeLessThan(70)
  expect((await exchange(tamis.url + path, ask('fine'))).status).toBe(200)
}, 180_000)

/** How much memory a process holds; 0 where the system does not say. */
function residentBytes(pid: number | undefined): number {
  const file = `/proc/${pid}/statm`
  if (!existsSync(file)) return 0
  return Number(readFileSync(file, 'utf8').split(' ')[1]) * 4096
}
