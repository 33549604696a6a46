import { EngineError } from '../../errors.ts'
import { UsageError } from './usage-error.ts'

/**
 * An input that an operation refused, in the words of the command line; any other error as it is.
 * `labelOf` says what stands for a field there: an option, or what follows the options; nothing
 * where the field is not of the command line's making.
 */
export function asUsageError(
  error: unknown,
  command: string,
  labelOf: (field: string) => string | undefined,
): unknown {
  if (!(error instanceof EngineError) || error.code !== 'invalid_input') return error
  const { path } = error.details
  if (typeof path !== 'string') return error
  const [field = ''] = path.split('.')
  const label = field === '' ? '' : labelOf(field)
  if (label === undefined) return error
  const message =
    field === '' ? error.message.replace(/^input: /, '') : label + error.message.slice(field.length)
  return new UsageError(message, `\`tamis ${command} --help\` lists the options.`)
}
