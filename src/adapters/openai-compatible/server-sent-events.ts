import { readLines } from './lines.ts'

/** One event of a stream; `name` is `message` unless the server says otherwise. */
export interface ServerSentEvent {
  readonly name: string
  readonly data: string
}

/** Events with data, in order. Comments, pings and fields nobody asked for are passed over. */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  let name = 'message'
  let lines: string[] = []
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (lines.length > 0) yield { name, data: lines.join('\n') }
      name = 'message'
      lines = []
      continue
    }
    const { field, value } = parseField(line)
    if (field === 'data') lines.push(value)
    if (field === 'event') name = value
  }
  // The standard drops an event without its empty line; servers that end on one mean it.
  if (lines.length > 0) yield { name, data: lines.join('\n') }
}

function parseField(line: string): { field: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { field: line, value: '' }
  const value = line.slice(colon + 1)
  return { field: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}
