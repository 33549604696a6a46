import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EngineError } from '../../errors.ts'

const packageName = 'onnxruntime-node'

/**
 * The entry file of the optional runtime, which loads: from the data folder, where the hint says to
 * install it, or from beside Tamis. It is native code and some 300 MB, so it is no dependency.
 */
export function findRuntime(home: string): string {
  for (const place of [join(home, 'package.json'), import.meta.url]) {
    const found = resolveFrom(place)
    if (found !== undefined) return found
  }
  throw new EngineError('model_runtime_missing', `The package ${packageName} is not installed.`, {
    hint: `Run \`npm install --ignore-scripts --prefix ${home} ${packageName}\`, or set \`embedder.kind = "static"\`.`,
  })
}

function resolveFrom(place: string): string | undefined {
  const require = createRequire(place)
  try {
    require(packageName)
    return require.resolve(packageName)
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
