import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder, postJson, type RunningDaemon, runTamis, startTamis } from '../e2e/tamis.ts'
import { longText } from './promises.ts'

/** Everything the daemon said yes to. */
interface Acknowledged {
  readonly originals: Map<string, string>
  readonly learnings: Set<string>
  readonly documents: Set<string>
}

export interface CrashReport {
  readonly loops: number
  readonly acknowledged: number
  /** What was acknowledged and is not there. */
  readonly lost: readonly string[]
  readonly slowestStartMs: number
  readonly isDoctorClean: boolean
  readonly doctorSaid: string
}

const writersAtOnce = 8

/** Kills the daemon in the middle of writes, again and again, and looks for every write it acknowledged. */
export async function crashLoop(
  loops: number,
  options: { readonly program?: string; readonly onLoop?: (loop: number) => void } = {},
): Promise<CrashReport> {
  const home = newFolder()
  const lost: string[] = []
  let acknowledged = 0
  let slowestStartMs = 0
  let toCheck: Acknowledged | undefined
  for (let loop = 0; loop < loops; loop++) {
    const started = performance.now()
    const daemon = await startTamis({
      home,
      ...(options.program ? { program: options.program } : {}),
    })
    slowestStartMs = Math.max(slowestStartMs, performance.now() - started)
    if (toCheck) lost.push(...(await missing(daemon, toCheck)))
    toCheck = await writeUntilKilled(daemon, loop)
    acknowledged += toCheck.originals.size + toCheck.learnings.size + toCheck.documents.size
    options.onLoop?.(loop)
  }
  const last = await startTamis({ home })
  if (toCheck) lost.push(...(await missing(last, toCheck)))
  await last.stop()
  const doctor = await runTamis(['doctor', '--home', home])
  const memory = await runTamis(['memory', 'doctor', '--home', home])
  return {
    loops,
    acknowledged,
    lost,
    slowestStartMs,
    isDoctorClean: doctor.code === 0 && memory.code === 0,
    doctorSaid: doctor.stdout + memory.stdout,
  }
}

/** Several writers at once; the kill comes after a number of acknowledgements that differs by loop. */
async function writeUntilKilled(daemon: RunningDaemon, loop: number): Promise<Acknowledged> {
  const said: Acknowledged = { originals: new Map(), learnings: new Set(), documents: new Set() }
  const killAfter = 5 + ((loop * 37) % 40)
  let count = 0
  let isKilled = false
  const acknowledge = async (work: () => Promise<() => void>): Promise<void> => {
    // Only an answer that arrived is an acknowledgement; a cut connection is none.
    const note = await work().catch(() => undefined)
    if (note === undefined) return
    note()
    count++
    if (count === killAfter && !isKilled) {
      isKilled = true
      await daemon.stop('SIGKILL')
    }
  }
  const writer = async (index: number): Promise<void> => {
    for (let round = 0; !isKilled; round++) {
      const seed = (loop * 1000 + index) * 1000 + round
      await acknowledge(
        () => writes[(index + round) % writes.length]?.(daemon, seed, said) ?? nothing(),
      )
    }
  }
  await Promise.all(Array.from({ length: writersAtOnce }, (_, index) => writer(index)))
  return said
}

type Write = (daemon: RunningDaemon, seed: number, said: Acknowledged) => Promise<() => void>

const nothing = async (): Promise<() => void> => () => undefined

const writes: readonly Write[] = [
  async ({ url }, seed, { originals }) => {
    const text = longText(seed)
    const answer = await insist(`${url}/api/prune`, { text, goal: 'line 7' })
    const { prune_id: id } = answer as { prune_id: string }
    return () => originals.set(id, text)
  },
  async ({ url }, seed, { learnings }) => {
    const text = `Lesson ${seed}: what was said must stay`
    await insist(`${url}/api/memory.remember`, { text, story: 'PD-1' })
    return () => learnings.add(text)
  },
  async ({ url }, seed, { documents }) => {
    const id = `document-${seed}`
    await insist(`${url}/api/knowledge.ingest_text`, {
      id,
      text: `# Page ${seed}\n\nWords of ${seed}.`,
    })
    return () => documents.add(id)
  },
]

async function insist(url: string, input: object): Promise<unknown> {
  const { status, body, text } = await postJson(url, input)
  if (status !== 200) throw new Error(text)
  return body
}

async function missing(
  { url, home }: RunningDaemon,
  said: Acknowledged,
): Promise<readonly string[]> {
  const lost: string[] = []
  for (const [id, text] of said.originals) {
    const { body } = await postJson(`${url}/api/recover`, { id })
    if ((body as { raw_text?: string }).raw_text !== text) lost.push(`original ${id}`)
  }
  const file = join(home, 'memory', 'learnings.jsonl')
  const memory = existsSync(file) ? readFileSync(file, 'utf8') : ''
  for (const text of said.learnings) if (!memory.includes(text)) lost.push(`learning ${text}`)
  for (const id of said.documents) {
    const { status } = await postJson(`${url}/api/knowledge.fetch`, { id })
    if (status !== 200) lost.push(`document ${id}`)
  }
  return lost
}
