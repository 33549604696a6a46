import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../../../config/change/write-whole.ts'

const daemonFile = z.object({
  pid: z.int(),
  url: z.url(),
  version: z.string(),
  startedAt: z.number(),
})

/** What a running daemon leaves in its home, so that other commands find it. */
export type DaemonRecord = z.infer<typeof daemonFile>

/** The daemon that last said it runs in this home; it may have died since. */
export function readDaemonFile(home: string): DaemonRecord | undefined {
  const file = fileIn(home)
  if (!existsSync(file)) return undefined
  return daemonFile.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
}

export function writeDaemonFile(home: string, record: DaemonRecord): void {
  writeWhole(fileIn(home), `${JSON.stringify(record)}\n`)
}

export function removeDaemonFile(home: string): void {
  rmSync(fileIn(home), { force: true })
}

function fileIn(home: string): string {
  return join(home, 'daemon.json')
}
