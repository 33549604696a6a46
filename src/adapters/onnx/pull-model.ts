import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { PullProgress, PullRequest } from '../../ports/model-shelf.ts'
import { download } from './download.ts'
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
