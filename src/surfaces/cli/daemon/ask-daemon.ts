import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

/** A daemon that says less than this in answer to a prune is as good as away. */
const patienceMs = 3000

/**
 * What the home's daemon answers to `POST /api/<operation>`; `undefined` when none runs, when it is
 * of another version, refuses, or is silent: then the command does the work itself.
 */
export async function askDaemon(
  home: string,
  version: string,
  operation: string,
  input: object,
  options: { readonly token?: string | undefined; readonly waitMs?: number } = {},
): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(input))
  const isWanted = (daemon: { readonly version: unknown }): boolean => daemon.version === version
  return postToDaemon(home, operation, body, isWanted, options.token, options.waitMs)
}

/** The same for a body that is JSON already, with a token where one is needed. */
export async function postToDaemon(
  home: string,
  operation: string,
  body: Buffer,
  isWanted: (daemon: { readonly version: unknown }) => boolean,
  token = '',
  waitMs = patienceMs,
): Promise<unknown> {
  const url = daemonUrl(home, isWanted)
  if (url === undefined) return undefined
  const head = [
    `POST /api/${operation} HTTP/1.1`,
    `host: ${url.host}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
    ...(/^[\x21-\x7e]+$/.test(token) ? [`x-tamis-token: ${token}`] : []),
  ]
  const answer = await exchange(
    url,
    Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]),
    waitMs,
  )
  return answer === undefined ? undefined : readAnswer(answer)
}

/** Only a daemon that lives and is of our own user, and one that is wanted: another may hear no text. */
function daemonUrl(
  home: string,
  isWanted: (daemon: { readonly version: unknown }) => boolean,
): URL | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8'))
    if (typeof record !== 'object' || record === null) return undefined
    if (!('url' in record && 'version' in record && 'pid' in record)) return undefined
    if (!isWanted(record) || typeof record.pid !== 'number') return undefined
    // Throws where no such process lives, or where it is somebody else's.
    process.kill(record.pid, 0)
    const url = new URL(String(record.url))
    return url.protocol === 'http:' ? url : undefined
  } catch {
    // No daemon has left its name here, or it has gone: the command goes on alone.
    return undefined
  }
}

/** Spoken over a plain socket, since loading an HTTP client takes longer than the answer. */
function exchange(url: URL, request: Buffer, waitMs: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connect({ host, port: Number(url.port || 80) })
    socket.setTimeout(waitMs, () => socket.destroy())
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(Buffer.concat(pieces)))
    // Not ended: a caller that hangs up is taken for one who no longer waits.
    socket.write(request)
  })
}

/** A whole answer with status 200, as JSON. */
function readAnswer(answer: Buffer): unknown {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [status = '', ...headers] = answer.subarray(0, end).toString('latin1').split('\r\n')
  if (!/^HTTP\/1\.1 200 /.test(status)) return undefined
  const body = answer.subarray(end + 4)
  const length = headers.find((line) => /^content-length:/i.test(line))?.split(':')[1]
  // Without a length it came in pieces, which we never ask for; a shorter body was cut off.
  if (length === undefined || body.length !== Number(length)) return undefined
  return JSON.parse(body.toString('utf8'))
}
