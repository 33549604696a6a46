import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonlMemories } from '../../src/adapters/jsonl/memories.ts'
import { digest } from '../../src/adapters/node/digest.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import { sqliteWaitingWrites } from '../../src/adapters/sqlite/writes/waiting-writes.ts'
import { cleanEnvironment } from '../e2e/tamis.ts'
import { buildRecorder, type FileStep, readSteps, seeded, simulatedDisk } from './power-cut.ts'

const rounds = 120
const folder = mkdtempSync(join(tmpdir(), 'tamis-power-'))
const home = join(folder, 'home')
const recorder = buildRecorder(folder)
let steps: readonly FileStep[] = []

/** Runs the workload under the library that writes everything down; false where it cannot be built. */
export function recordWorkload(): boolean {
  if (!recorder) return false
  mkdirSync(home)
  const record = join(folder, 'record')
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'power-cut-workload.ts'), home, String(rounds)],
    {
      env: cleanEnvironment({
        LD_PRELOAD: recorder,
        RECORD_FOLDER: home,
        RECORD_FILE: record,
      }),
    },
  )
  steps = readSteps(record)
  return true
}

/** Places for so many cuts, anywhere after the first promise; near what is done to some files, if they are named. */
export function placesFor(cuts: number, seed: number, files?: RegExp): readonly number[] {
  const random = seeded(seed)
  const first = steps.findIndex(({ data }) => data.toString().startsWith('original 0'))
  const there = steps.flatMap(({ path, second }, at) =>
    at > first && (files === undefined || files.test(path) || files.test(second)) ? [at] : [],
  )
  const places = Array.from({ length: cuts }, () => {
    const at = there[Math.floor(random() * there.length)] ?? first
    // Just before it, just after it, or between it and what follows.
    return at + Math.floor(random() * 3)
  })
  return places.sort((a, b) => a - b)
}

const textOf = (round: number): string => `text ${round} ${'x'.repeat((round * 997) % 6000)}`

/** What was promised before each cut, and is not there after it. */
export async function lostAfter(cutsAt: readonly number[]): Promise<readonly string[]> {
  const disk = simulatedDisk(home)
  const acknowledged: string[] = []
  const lost: string[] = []
  let next = 0
  for (const [seed, at] of cutsAt.entries()) {
    for (; next < at; next++) {
      const step = steps[next]
      if (step?.path !== join(home, 'acks')) step && disk.apply(step)
      else if (step.kind === 'write') acknowledged.push(...step.data.toString().trim().split('\n'))
    }
    const found = join(folder, 'found')
    rmSync(found, { recursive: true, force: true })
    mkdirSync(found)
    disk.cut(found, seeded(seed))
    const isThere = await openFound(found)
    lost.push(...acknowledged.filter((what) => !isThere(what)).map((what) => `${at}: ${what}`))
  }
  return lost
}

async function openFound(found: string): Promise<(what: string) => boolean> {
  const store = sqliteStore(join(found, 'tamis.db'), digest)
  const documents = openDocuments(join(found, 'knowledge.db'))
  const memories = jsonlMemories({
    files: join(found, 'memory'),
    watchNotes: join(found, 'memory', 'veille'),
    clarifications: join(found, 'memory', 'clarifications'),
  })
  const learnings = JSON.stringify((await memories.read('learnings.jsonl')).lines)
  const servers = new Set((await store.catalog.servers()).map(({ name }) => name))
  const tokens = new Set((await store.tokens.list()).map(({ id }) => id))
  const { documents: count } = await documents.usage()
  const originals = new Map<number, string | undefined>()
  for (let round = 0; round < rounds; round++)
    originals.set(round, (await store.originals.find(`prn_${round}`, 0))?.text)
  const sent = await store.sentResults.find(
    Array.from({ length: rounds }, (_, round) => `sent ${round}`),
    0,
  )
  const sentKeys = new Set(sent.map(({ key }) => key))
  const queue = sqliteWaitingWrites(join(found, 'waiting.db'))
  const waiting = new Map((await queue.oldest(rounds)).map(({ key, body }) => [key, body]))
  await queue.close()
  documents.close()
  await store.close()
  const text = (path: string): string =>
    existsSync(join(found, path)) ? readFileSync(join(found, path), 'utf8') : ''
  const answers: Readonly<Record<string, (round: number) => boolean>> = {
    original: (round) => originals.get(round) === textOf(round),
    waiting: (round) => waiting.get(`waiting ${round}`) === textOf(round),
    sent: (round) => sentKeys.has(`sent ${round}`),
    token: (round) => tokens.has(`token${round}`),
    approval: (round) => servers.has(`server ${round}`),
    memory: (round) => learnings.includes(`lrn_${round}\\"`),
    clarification: (round) => text(`memory/clarifications/PD-${round}.md`) === textOf(round),
    trust: () => text('trust.json').includes(join(home, 'acks')),
    documents: () => count === 3,
  }
  return (what) => {
    const [kind = '', round = ''] = what.split(' ')
    return answers[kind]?.(Number(round)) === true
  }
}
