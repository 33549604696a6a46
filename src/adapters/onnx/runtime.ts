import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EngineError } from '../../errors.ts'

/** The part of the runtime's interface that is used. */
export interface Runtime {
  readonly InferenceSession: {
    create(path: string, options: object): Promise<Session>
  }
  readonly Tensor: new (type: 'int64', values: BigInt64Array, shape: readonly number[]) => object
}

export interface Session {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(feeds: Readonly<Record<string, object>>): Promise<Readonly<Record<string, unknown>>>
}

const packageName = 'onnxruntime-node'

/**
 * The optional runtime: from the data folder, where the hint says to install it, or from beside
 * Tamis. It is native code and 100 MB, so it is no dependency.
 */
export function loadRuntime(home: string): Runtime {
  const places = [join(home, 'package.json'), import.meta.url]
  for (const place of places) {
    const found = requireFrom(place)
    if (isRuntime(found)) return found
  }
  throw new EngineError('model_runtime_missing', `The package ${packageName} is not installed.`, {
    hint: `Run \`npm install --prefix ${home} ${packageName}\`, or set \`embedder.kind = "static"\`.`,
  })
}

function requireFrom(place: string): unknown {
  const require = createRequire(place)
  try {
    return require(packageName)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw new EngineError('model_runtime_missing', `The package ${packageName} does not load.`, {
      hint: 'Its native part may not suit this system; install it again.',
      cause: error,
    })
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
}

function isRuntime(value: unknown): value is Runtime {
  return (
    typeof value === 'object' && value !== null && 'InferenceSession' in value && 'Tensor' in value
  )
}
