import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface StandInModel {
  /** Where the proxy finds it, `/v1` included. */
  readonly baseUrl: string
  close(): Promise<void>
}

const charactersPerToken = 4

/** A provider on this machine: it says the same word to everyone, and counts its prompt cache as real ones do. */
export async function startStandInModel(): Promise<StandInModel> {
  let before = ''
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const cached = sharedPrefix(before, body)
    before = body
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply(body.length, cached)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sharedPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at++
  return at
}

function reply(characters: number, cached: number): object {
  return {
    id: 'stand-in',
    object: 'chat.completion',
    model: 'gpt-5',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Next.' }, finish_reason: 'stop' },
    ],
    usage: {
      prompt_tokens: Math.ceil(characters / charactersPerToken),
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: Math.floor(cached / charactersPerToken) },
    },
  }
}
