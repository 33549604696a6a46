import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EngineError, type ErrorCode } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

/** A package that few need, which whoever wants it installs beside their data. */
interface OptionalPackage {
  readonly name: string
  /** The data folder, where the hint says to install it. */
  readonly home: string
  /** What its absence is. */
  readonly code: ErrorCode
  /** The setting that does without it. */
  readonly instead: string
}

/** The entry file of the package and what it exports, from the data folder or from beside Tamis. */
export function loadOptional(wanted: OptionalPackage): { file: string; exports: unknown } {
  const { name, home, code, instead } = wanted
  for (const place of [join(home, 'package.json'), import.meta.url]) {
    const found = loadFrom(place, wanted)
    if (found !== undefined) return found
  }
  throw new EngineError(code, phrase`The package ${name} is not installed.`, {
    hint: phrase`Run \`npm install --ignore-scripts --prefix ${home} ${name}\`, or set \`${instead}\`.`,
  })
}

function loadFrom(place: string, { name, code }: OptionalPackage) {
  const require = createRequire(place)
  try {
    const exports: unknown = require(name)
    return { file: require.resolve(name), exports }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND')
      return undefined
    throw new EngineError(code, phrase`The package ${name} does not load.`, {
      hint: 'Its native part may not suit this system; install it again.',
      cause,
    })
  }
}
