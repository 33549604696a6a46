import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EngineError } from '../../errors.ts'
import { guardedAgent } from '../../network/guarded-agent.ts'
import { phrase } from '../../phrase.ts'
import type { PullProgress } from '../../ports/model-shelf.ts'

export interface Download {
  readonly url: string
  readonly target: string
  /** Digest the bytes must have, where it is known before. */
  readonly sha256?: string
  readonly onProgress?: (progress: Omit<PullProgress, 'file'>) => void
}

const mostRedirects = 5
const silenceMs = 60_000

/**
 * Fetches a file and gives its digest. Hubs keep large files on other hosts, so redirects are
 * followed, but never from https to http; no key is sent, and bytes of another digest are refused.
 */
export async function download(wanted: Download, signal?: AbortSignal): Promise<string> {
  const { body, headers } = await open(wanted.url, mostRedirects, signal)
  const length = Number(headers['content-length'])
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      wanted.onProgress?.({ bytes, ...(length > 0 ? { totalBytes: length } : {}) })
      done(null, chunk)
    },
  })
  try {
    await pipeline(body, count, createWriteStream(wanted.target), ...(signal ? [{ signal }] : []))
  } catch (cause) {
    signal?.throwIfAborted()
    throw new EngineError('model_unreachable', phrase`The download of ${wanted.url} broke off.`, {
      hint: 'Try again; what was fetched is not kept.',
      cause,
    })
  }
  const found = hash.digest('hex')
  if (wanted.sha256 === undefined || wanted.sha256 === found) return found
  throw new EngineError('model_refused', phrase`${wanted.url} is not the file that was expected.`, {
    hint: 'Its digest differs: the hub has another version, or the file was changed on the way.',
    details: { expected: wanted.sha256, found },
  })
}

async function open(url: string, redirects: number, signal?: AbortSignal) {
  const { request } = await import('undici')
  const dispatcher = await guardedAgent(url)
  const reply = await request(url, {
    dispatcher,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new EngineError('model_unreachable', phrase`No answer from ${new URL(url).origin}.`, {
      hint: 'Is this machine online, and is `models.hub_url` right?',
      cause,
    })
  })
  const { statusCode, headers, body } = reply
  if (statusCode === 200) return { body, headers }
  await body.dump()
  const next = typeof headers.location === 'string' ? new URL(headers.location, url) : undefined
  const isSafe = next?.protocol === 'https:' || url.startsWith('http:')
  if (statusCode >= 300 && statusCode < 400 && next && isSafe && redirects > 0)
    return open(next.href, redirects - 1, signal)
  throw new EngineError(
    statusCode === 404 ? 'model_not_pulled' : 'model_refused',
    phrase`${url} answered ${statusCode}.`,
    { hint: 'Check the name of the model, and that it is open to everyone.' },
  )
}
