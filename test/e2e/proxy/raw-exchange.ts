import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'

/** Everything a client could see of an answer. */
export interface Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly trailers: Readonly<Record<string, unknown>>
  readonly body: Buffer
  /** The connection broke before the answer was whole. */
  readonly isCut: boolean
}

/** What another hop may add, drop or change. */
const hopHeaders = /^(?:connection|keep-alive|transfer-encoding|date|x-tamis-.*)$/

/** Posts a body and collects the answer as it is, without decoding; a broken one is no exception here. */
export function exchange(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  agent?: Agent,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const broken = (status = 0): Exchange => ({
      status,
      headers: {},
      trailers: {},
      body: Buffer.alloc(0),
      isCut: true,
    })
    const request = httpRequest(url, {
      method: 'POST',
      agent: agent ?? new Agent(),
      headers: { 'content-type': 'application/json', ...headers },
    })
    request.once('error', () => resolve(broken()))
    request.once('response', (response) => collect(response, resolve))
    request.end(body)
  })
}

function collect(response: IncomingMessage, resolve: (exchange: Exchange) => void): void {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.on('error', () => undefined)
  response.once('close', () =>
    resolve({
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(
        Object.entries(response.headers).filter(([name]) => !hopHeaders.test(name)),
      ),
      trailers: response.trailers,
      body: Buffer.concat(chunks),
      isCut: !response.complete,
    }),
  )
}
