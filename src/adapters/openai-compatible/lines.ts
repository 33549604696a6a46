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
