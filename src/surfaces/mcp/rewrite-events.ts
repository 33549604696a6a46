const longestEventChars = 16 * 1024 * 1024

/** Server-sent events with each message's JSON replaced; ids, retries and comments stay as they are. */
export async function* rewriteEvents(
  stream: AsyncIterable<Uint8Array>,
  rewrite: (message: unknown) => Promise<unknown>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true })
    for (let end = endOfEvent(rest); end > 0; end = endOfEvent(rest)) {
      yield await rewriteEvent(rest.slice(0, end), rewrite)
      rest = rest.slice(end)
    }
    if (rest.length > longestEventChars) throw new Error('an event is too long')
  }
  if (rest !== '') yield rest
}

/** The position after the blank line that ends the first event; 0 when there is none yet. */
function endOfEvent(text: string): number {
  const match = /\r\n\r\n|\n\n|\r\r(?!\n)/.exec(text)
  return match ? match.index + match[0].length : 0
}

async function rewriteEvent(
  event: string,
  rewrite: (message: unknown) => Promise<unknown>,
): Promise<string> {
  const lines = event.split(/\r\n|\n|\r/).filter((line) => line !== '')
  const data = lines.filter(isData).map((line) => line.replace(/^data:? ?/, ''))
  const message = parse(data.join('\n'))
  if (message === undefined) return event
  const others = lines.filter((line) => !isData(line))
  return [...others, `data: ${JSON.stringify(await rewrite(message))}`, '', ''].join('\n')
}

function isData(line: string): boolean {
  return line === 'data' || line.startsWith('data:')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
