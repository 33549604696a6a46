/** One event of a stream. */
interface ServerEvent {
  readonly event: string
  readonly data: string
}

/** The events of a body as they come. `EventSource` can carry neither a token nor a body, so streams are read by hand. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let pending = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const blocks = (pending + decoder.decode(next.value, { stream: true })).split('\n\n')
    pending = blocks.pop() ?? ''
    for (const block of blocks) yield toEvent(block)
  }
}

function toEvent(block: string): ServerEvent {
  const lines = block.split('\n')
  const all = (name: string): string[] =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
  return { event: all('event')[0] ?? '', data: all('data').join('\n') }
}
