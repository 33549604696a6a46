import type { OutputOf } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'

type ReadAs = NonNullable<OutputOf<'prune.preview'>['read_as']>
export type RecordKind = ReadAs['records'][number]['kind']

const forms = (): Readonly<Record<ReadAs['form'], string>> => ({
  table: say('a table'),
  csv: say('separated values'),
  ndjson: say('JSON lines'),
  history: say('a history of commits'),
  diff: say('a diff'),
  listing: say('a listing'),
  search: say('search results'),
  json: say('JSON'),
  settings: say('settings'),
  report: say('a build or test report'),
  logs: say('a log'),
  trace: say('a stack trace'),
  code: say('code'),
  docs: say('prose'),
})

/** What the text was taken for, and the things found in it. */
export function ReadAsNote({ readAs }: { readAs: ReadAs }) {
  const kinds = Map.groupBy(readAs.records, ({ kind }) => kind)
  const of = (kind: RecordKind): number => kinds.get(kind)?.length ?? 0
  const found = [
    of('failure') > 0 && say('{} failure|{} failures', of('failure')),
    of('warning') > 0 && say('{} warning|{} warnings', of('warning')),
    of('success') > 0 && say('{} success|{} successes', of('success')),
    of('entry') > 0 && say('{} entry|{} entries', of('entry')),
  ].filter((one) => one !== false)
  return (
    <span class="soft">
      {say('read as {}', forms()[readAs.form])}
      {found.length > 0 && `: ${found.join(', ')}`}
    </span>
  )
}

/** What a record tells of the thing it is about. */
export function recordName(kind: RecordKind): string {
  return {
    failure: say('failure'),
    warning: say('warning'),
    success: say('success'),
    entry: say('entry'),
  }[kind]
}
