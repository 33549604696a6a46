import { EngineError } from '../../errors.ts'
import { type Phrase, phrase, Sentence } from '../../phrase.ts'

/** The command line itself is wrong; exit code 2. */
export class UsageError extends Error {
  readonly hint: string | undefined
  /** Both as they are said in other languages. */
  readonly said: { readonly message: Phrase; readonly hint: Phrase | undefined }

  constructor(message: Phrase, hint?: Phrase) {
    super(String(message))
    this.name = 'UsageError'
    this.said = { message, hint }
    this.hint = hint === undefined ? undefined : String(hint)
  }
}

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
  const message = named(
    error.said.message,
    path,
    label === '' ? '' : label + path.slice(field.length),
  )
  // What is missing is shown best by an example, which the command has.
  if (isMissing(error.said.message)) return new UsageError(message)
  return new UsageError(message, optionsHint(command))
}

/** Where to look when nothing better is known. */
export function optionsHint(command: string): Phrase {
  return phrase`\`tamis ${command} --help\` lists the options.`
}

function isMissing(said: Phrase): boolean {
  return said instanceof Sentence && said.forms.many === '{} is missing'
}

/** What was said of a field, under the name the command line has for it; alone where it has none. */
function named(said: Phrase, path: string, label: string): Phrase {
  const [first, problem, ...rest] = said instanceof Sentence ? said.values : []
  if (said instanceof Sentence && first === path && label !== '')
    return new Sentence(said.forms, [label, problem, ...rest])
  if (label !== '') return phrase`${label}: ${said}`
  return first === 'input' && problem !== undefined ? phrase`${problem}` : said
}
