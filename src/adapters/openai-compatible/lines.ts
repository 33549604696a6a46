import { EngineError } from '../../errors.ts'

/** A line longer than this is not a reply but a flood. */
const longestLine = 16 * 1024 * 1024

/**
 * Lines of a UTF-8 stream, ended by LF, CRLF or CR, however the bytes were cut on the way. The last
 * line counts without an ending. Takes time in proportion to the bytes, also for one endless line.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const start: string[] = []
  let startLength = 0
  let endsWithReturn = false
  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    if (endsWithReturn && text.startsWith('\n')) text = text.slice(1)
    endsWithReturn = text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      yield start.splice(0).join('') + line
      startLength = 0
    }
    start.push(rest)
    startLength += rest.length
    if (startLength > longestLine)
      throw new EngineError('model_reply_invalid', 'A line of the reply is too long.')
  }
  const last = start.join('') + decoder.decode()
  if (last !== '') yield last
}

/** One event of a stream; `name` is `message` unless the server says otherwise. */
interface ServerSentEvent {
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
