import type { MemoryDeps, Spoken } from '../deps.ts'
import { message, reasonOf } from '../records/message.ts'
import type { WatchNote } from '../records/records.ts'
import { readWatchNote } from '../records/watch-note.ts'

export interface WatchNotesIndexed extends Spoken {
  readonly indexed: number
  readonly skipped: number
}

/** Scans the watch notes and replaces `veille.jsonl`; a bad note is named and passed over, and nothing throws. */
export async function indexWatchNotes(deps: MemoryDeps): Promise<WatchNotesIndexed> {
  try {
    return await scanWatchNotes(deps)
  } catch (error) {
    return { indexed: 0, skipped: 0, messages: [message('veille', 'failed', reasonOf(error))] }
  }
}

async function scanWatchNotes({ files }: MemoryDeps): Promise<WatchNotesIndexed> {
  const sources = await files.watchNotes()
  if (sources === undefined)
    return {
      indexed: 0,
      skipped: 0,
      messages: [message('veille', 'folder missing: nothing indexed')],
    }
  const notes: WatchNote[] = []
  const messages: string[] = []
  for (const source of sources) {
    const note = readWatchNote(source)
    if (note.kind === 'valid') notes.push(note.value)
    else messages.push(message('veille', 'skipped', `${source.path}: ${note.reason}`))
  }
  await files.rewrite('veille.jsonl', async () =>
    notes.map((value) => ({ kind: 'changed', value })),
  )
  return { indexed: notes.length, skipped: messages.length, messages }
}
