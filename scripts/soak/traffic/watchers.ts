/** Pages that stay open and follow the ledger the whole time; resolves to the rows they were told of. */
export async function followLedger(
  url: string,
  watchers: number,
  ended: AbortSignal,
): Promise<number> {
  const counts = await Promise.all(Array.from({ length: watchers }, () => follow(url, ended)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function follow(url: string, ended: AbortSignal): Promise<number> {
  let events = 0
  try {
    const { body } = await fetch(`${url}/api/events`, { signal: ended })
    const text = body?.pipeThrough(new TextDecoderStream())
    for await (const chunk of text ?? []) events += chunk.split('event: rows').length - 1
  } catch (error) {
    if (!ended.aborted) throw error
  }
  return events
}
