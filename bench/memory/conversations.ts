import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface Turn {
  readonly id: string
  readonly session: string
  readonly speaker: string
  /** When the session was, for instance `1:56 pm on 8 May, 2023`. */
  readonly date: string
  readonly text: string
}

export interface Question {
  readonly query: string
  readonly answerable: boolean
  /** 1 several hops, 2 time, 3 open domain, 4 one hop, 5 adversarial. */
  readonly category: number
  /** Ids of the turns that hold the evidence. */
  readonly relevant: readonly string[]
}

export interface Conversation {
  readonly id: string
  readonly documents: readonly Turn[]
  readonly queries: readonly Question[]
}

/** The long conversations, or undefined where the data is not there. */
export function readConversations(): readonly Conversation[] | undefined {
  const folder = process.env.TAMIS_BENCH_DATA ?? join(import.meta.dirname, '../../../shared/data')
  const file = join(folder, 'knowledge', 'locomo.json.gz')
  if (!existsSync(file)) return undefined
  const { conversations } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))
  return conversations
}

/** Questions whose evidence is known. */
export function judged({ queries }: Conversation): readonly Question[] {
  return queries.filter(({ answerable, relevant }) => answerable && relevant.length > 0)
}

/** Turns by session, each as the line `day speaker: text`. */
export function sessionsOf({ documents }: Conversation): {
  readonly ids: readonly string[]
  readonly sessions: readonly (readonly string[])[]
} {
  const groups = [...Map.groupBy(documents, ({ session }) => session).values()]
  return {
    ids: groups.flat().map(({ id }) => id),
    sessions: groups.map((turns) =>
      turns.map(({ date, speaker, text }) => `${date.replace(/^.* on /, '')} ${speaker}: ${text}`),
    ),
  }
}
