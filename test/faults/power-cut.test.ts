import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { jsonlMemories } from '../../src/adapters/jsonl/memories.ts'
import { digest } from '../../src/adapters/node/digest.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import { cleanEnvironment } from '../e2e/tamis.ts'
import { buildRecorder, type FileStep, readSteps, seeded, simulatedDisk } from './power-cut.ts'

const cuts = 200
const folder = mkdtempSync(join(tmpdir(), 'tamis-power-'))
const home = join(folder, 'home')
const recorder = buildRecorder(folder)
let steps: readonly FileStep[] = []

beforeAll(() => {
  if (!recorder) return
  mkdirSync(home)
  const record = join(folder, 'record')
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'power-cut-workload.ts'), home, '120'],
    {
      env: cleanEnvironment({
        LD_PRELOAD: recorder,
        RECORD_FOLDER: home,
        RECORD_FILE: record,
      }),
    },
  )
  steps = readSteps(record)
}, 60_000)

const textOf = (round: number): string => `text ${round} ${'x'.repeat((round * 997) % 6000)}`

/** What was promised before each cut, and is not there after it. */
async function lostAfter(cutsAt: readonly number[]): Promise<readonly string[]> {
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
  for (let round = 0; round < 120; round++)
    originals.set(round, (await store.originals.find(`prn_${round}`, 0))?.text)
  const sent = await store.sentResults.find(
    Array.from({ length: 120 }, (_, round) => `sent ${round}`),
    0,
  )
  const sentKeys = new Set(sent.map(({ key }) => key))
  documents.close()
  await store.close()
  const text = (path: string): string =>
    existsSync(join(found, path)) ? readFileSync(join(found, path), 'utf8') : ''
  const answers: Readonly<Record<string, (round: number) => boolean>> = {
    original: (round) => originals.get(round) === textOf(round),
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

test(`the power goes ${cuts} times: every promise is kept, in every store`, async ({ skip }) => {
  if (!recorder) return skip('no compiler here to write down what goes to the disk')
  const random = seeded(7)
  const opened = steps.findIndex(({ data }) => data.toString().startsWith('original 0'))
  expect(opened).toBeGreaterThan(0)
  const places = Array.from({ length: cuts }, () =>
    Math.floor(opened + 1 + random() * (steps.length - opened)),
  )
  expect(await lostAfter(places.sort((a, b) => a - b))).toEqual([])
}, 120_000)
