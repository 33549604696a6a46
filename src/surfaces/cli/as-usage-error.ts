import { EngineError } from '../../errors.ts'
import { UsageError } from './usage-error.ts'

/**
 * An input that an operation refused, in the words of the command line; any other error as it is.
 * `labelOf` says what stands for a field there: an option, or what follows the options.
 */
export function asUsageError(
  error: unknown,
  command: string,
  labelOf: (field: string) => string,
): unknown {
  if (!(error instanceof EngineError) || error.code !== 'invalid_input') return error
  const { path } = error.details
  if (typeof path !== 'string') return error
  const [field = ''] = path.split('.')
  const message =
    field === ''
      ? error.message.replace(/^input: /, '')
      : labelOf(field) + error.message.slice(field.length)
  return new UsageError(message, `\`tamis ${command} --help\` lists the options.`)
}
