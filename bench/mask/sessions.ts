import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A saved conversation in OpenAI chat form. */
export interface Session {
  readonly id: string
  readonly messages: readonly Readonly<Record<string, unknown>>[]
}

/** The sessions of one set, or `undefined` when the data is not here. */
export function loadSessions(name: string): readonly Session[] | undefined {
  const data = process.env.TAMIS_BENCH_DATA ?? join(import.meta.dirname, '../../../shared/data')
  const file = join(data, 'mask', `${name}.jsonl.gz`)
  if (!existsSync(file)) return undefined
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  return lines.map((line) => {
    const { id, messages } = JSON.parse(line) as Session
    // What was measured in the session is not sent in it.
    return { id, messages: messages.map(({ usage: _, timestamp: __, ...sent }) => sent) }
  })
}
