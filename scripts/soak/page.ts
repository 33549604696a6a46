import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { openBrowser } from '../../test/e2e/dashboard/browser.ts'
import { writePastMonth } from '../../test/e2e/dashboard/past-month.ts'
import { openStage, type Stage } from '../../test/e2e/dashboard/stage.ts'
import { taskCategories, taskTimesMs } from '../../test/e2e/dashboard/task-times.ts'
import { newFolder, postJson } from '../../test/e2e/tamis.ts'
import type { SoakOptions } from './options.ts'

const views = ['live', 'conversations']
const sampleMs = 10_000
const longestTaskMs = 100
/** A heap is flat when the last third of a run stands this little above the second. */
const allowedGrowth = 1.1
const conversationsAtOnce = 12
const turnsEach = 24

/** The page watched under traffic: its heap must be flat, and no task may keep its thread for 100 ms. */
export async function soak({ minutes, rate }: SoakOptions): Promise<boolean> {
  const home = newFolder()
  await writePastMonth(home, 2000)
  const stage = await openStage({ home })
  const browser = await openBrowser()
  const ended = new AbortController()
  try {
    const sending = sendTraffic(stage, rate, ended.signal)
    const pages = await Promise.all(views.map((view) => openWatched(browser, stage, view)))
    const tasks: number[] = []
    const start = performance.now()
    while (performance.now() - start < minutes * 60_000) {
      await browser.startTracing(undefined, { categories: taskCategories })
      await pause(sampleMs)
      tasks.push(...taskTimesMs(await browser.stopTracing()))
      for (const page of pages) page.heaps.push(await heapMiB(page.session))
      const seconds = Math.round((performance.now() - start) / 1000)
      const heaps = pages.map(({ view, heaps }) => `${view} ${heaps.at(-1)?.toFixed(2)} MiB`)
      console.log(`${seconds} s: ${heaps.join(', ')}; longest task ${longest(tasks)}`)
    }
    ended.abort()
    const { sent, faults } = await sending
    const said = [...faults].map(([answer, times]) => `\n  ${times} × ${answer}`).join('')
    const seconds = (performance.now() - start) / 1000
    console.log(
      `${sent} requests, ${(sent / seconds).toFixed(1)} a second; not answered 200: ${said || 'none'}`,
    )
    console.log(`${tasks.length} tasks, longest ${longest(tasks)} of CPU`)
    const areFlat = pages.map(({ view, heaps }) => isFlat(view, heaps))
    return faults.size === 0 && !areFlat.includes(false) && tasks.every((ms) => ms <= longestTaskMs)
  } finally {
    ended.abort()
    await browser.close()
    await stage.close()
  }
}

interface Watched {
  readonly view: string
  readonly session: CDPSession
  readonly heaps: number[]
}

async function openWatched(browser: Browser, stage: Stage, view: string): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${stage.tamis.url}/#/${view}`)
  await page.getByRole('main').waitFor()
  return { view, session: await page.context().newCDPSession(page), heaps: [] }
}

/** What the page holds on to, garbage taken out. */
async function heapMiB(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
}

function isFlat(view: string, heaps: readonly number[]): boolean {
  const third = Math.floor(heaps.length / 3)
  const mean = (some: readonly number[]): number => some.reduce((a, b) => a + b, 0) / some.length
  const before = mean(heaps.slice(third, 2 * third))
  const after = mean(heaps.slice(2 * third))
  const verdict = after <= before * allowedGrowth
  console.log(
    `${verdict ? 'flat ' : 'GROWS'} ${view}: ${before.toFixed(2)} → ${after.toFixed(2)} MiB`,
  )
  return verdict
}

function longest(tasks: readonly number[]): string {
  return `${tasks.reduce((most, ms) => Math.max(most, ms), 0).toFixed(1)} ms`
}

/** Conversations that grow turn by turn, so many requests a second in all. */
async function sendTraffic(
  { tamis }: Stage,
  rate: number,
  signal: AbortSignal,
): Promise<{ sent: number; faults: ReadonlyMap<string, number> }> {
  let sent = 0
  const faults = new Map<string, number>()
  const count = (said: string): void => void faults.set(said, (faults.get(said) ?? 0) + 1)
  const waiting = new Set<Promise<void>>()
  const start = performance.now()
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - start) / 1000) * rate)
    for (; sent < due; sent++) {
      const one = postJson(`${tamis.url}/v1/messages`, requestNumber(sent))
        .then(
          ({ status, text }) => status !== 200 && count(`${status} ${text}`),
          // A machine that stands still for seconds times out its own connections.
          (error: Error) => count(`not sent: ${error.cause ?? error.message}`),
        )
        .then(() => void waiting.delete(one))
      waiting.add(one)
    }
    await pause(20)
  }
  await Promise.all(waiting)
  return { sent, faults }
}

function requestNumber(at: number): object {
  const lane = at % conversationsAtOnce
  const round = Math.floor(at / conversationsAtOnce)
  const conversation = `${lane}-${Math.floor(round / turnsEach)}`
  const turns = Array.from({ length: round % turnsEach }, (_, turn) => [
    {
      role: 'assistant',
      content: [
        {
          type: 'tool_use',
          id: `t${turn}`,
          name: 'Read',
          input: { file_path: `src/${conversation}/${turn}.ts` },
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `t${turn}`,
          content: `export const value${turn} = ${at}\n`.repeat(20),
        },
      ],
    },
  ])
  return {
    model: 'claude-sonnet-4-5',
    max_tokens: 64,
    messages: [{ role: 'user', content: `Look into ${conversation}` }, ...turns.flat()],
  }
}
