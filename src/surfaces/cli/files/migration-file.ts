import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../../../config/change/write-whole.ts'
import { makeFolder } from '../../../config/make-folder.ts'
import type { Marks } from '../../../engine.ts'

const migrationFile = z.object({ move: z.string(), marks: z.record(z.string(), z.string()) })

/** How far an unfinished move of this home is; nothing when there is none, or it was another move. */
export function readMarks(home: string, move: string): Marks {
  const file = fileIn(home)
  if (!existsSync(file)) return {}
  const found = migrationFile.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  return found?.move === move ? found.marks : {}
}

export function writeMarks(home: string, move: string, marks: Marks): void {
  makeFolder(home)
  writeWhole(fileIn(home), JSON.stringify({ move, marks }))
}

export function removeMarks(home: string): void {
  rmSync(fileIn(home), { force: true })
}

function fileIn(home: string): string {
  return join(home, 'store-migration.json')
}
