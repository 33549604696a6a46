import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EngineError } from '../../errors.ts'
import { guardedAgent } from '../../network/guarded-agent.ts'
import { phrase } from '../../phrase.ts'
import type { PullProgress, PullRequest } from '../../ports/model-shelf.ts'
import { presets } from './presets.ts'

interface Plan {
  readonly name: string
  readonly repository: string
  readonly weights: { readonly path: string; readonly sha256: string }
  readonly tokenizer: { readonly path: string; readonly sha256?: string }
  /** `config.json` says the length of the vectors where nobody else does. */
  readonly needsConfig: boolean
}

/** What to fetch: a preset by name, or a repository of the hub with the digest its weights must have. */
export function planPull(wanted: PullRequest): Plan {
  const preset = presets.find(({ name, repository }) => [name, repository].includes(wanted.model))
  if (preset) return { ...preset, name: wanted.name ?? preset.name, needsConfig: false }
  const known = presets.map(({ name }) => name).join(', ')
  if (!/^[\w.-]+\/[\w.-]+$/.test(wanted.model))
    throw new EngineError(
      'invalid_input',
      phrase`No model is known as ${JSON.stringify(wanted.model)}.`,
      {
        hint: phrase`Known: ${known}. Others are named owner/repository.`,
      },
    )
  if (wanted.sha256 === undefined)
    throw new EngineError('invalid_input', phrase`The digest of ${wanted.model} is missing.`, {
      hint: 'Give the SHA-256 of its weights with --sha256; hubs show it beside the file.',
    })
  const [, name = ''] = wanted.model.split('/')
  return {
    name: wanted.name ?? name,
    repository: wanted.model,
    weights: { path: wanted.file ?? 'onnx/model_quantized.onnx', sha256: wanted.sha256 },
    tokenizer: { path: 'tokenizer.json' },
    needsConfig: wanted.dimensions === undefined,
  }
}

/** Fetches what the plan says into an empty folder. */
export async function fetchPlan(
  plan: Plan,
  hubUrl: string,
  folder: string,
  onProgress: (progress: PullProgress) => void,
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fetchFile = (path: string, target: string, sha256?: string) =>
    download(
      {
        url: `${hubUrl.replace(/\/+$/, '')}/${plan.repository}/resolve/main/${path}`,
        target: join(folder, target),
        ...(sha256 === undefined ? {} : { sha256 }),
        onProgress: (progress) => onProgress({ file: path, ...progress }),
      },
      signal,
    )
  await fetchFile(plan.tokenizer.path, 'tokenizer.json', plan.tokenizer.sha256)
  if (plan.needsConfig) await fetchFile('config.json', 'config.json')
  await fetchFile(plan.weights.path, 'model.onnx', plan.weights.sha256)
}

interface Download {
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
async function download(wanted: Download, signal?: AbortSignal): Promise<string> {
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
