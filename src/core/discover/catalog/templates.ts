import type { JsonObject, Task } from '../../../ports/store/catalog.ts'

/** A text with outputs in it: pieces that stand as they are, and references between them. */
interface Template {
  readonly $template: readonly (string | { readonly $ref: string })[]
}

/**
 * Tasks with every `"hello ${read.name}"` read: `${…}` is a reference where it begins with the id of
 * a task or with `$input`, and stays text elsewhere, as in a shell script that is an argument;
 * `$${read.name}` writes what is not to be read.
 */
export function readTemplates(tasks: readonly Task[]): readonly Task[] {
  const names = new Set([...tasks.map(({ id }) => id), '$input'])
  return tasks.map((task) => ({
    ...task,
    arguments: readValue(task.arguments, names) as JsonObject,
  }))
}

export function isTemplate(value: object): value is Template {
  return '$template' in value && Array.isArray(value.$template)
}

/** The text, once every reference in it is a value: texts as they are, other values as JSON. */
export function joinPieces(pieces: readonly unknown[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(piece))).join('')
}

function readValue(value: unknown, names: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return value.includes('${') ? readText(value, names) : value
  if (Array.isArray(value)) return value.map((item) => readValue(item, names))
  if (typeof value !== 'object' || value === null || '$ref' in value || isTemplate(value))
    return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, readValue(child, names)]),
  )
}

const opening = /(\$?)\$\{([^{}]{1,500})\}/g

function readText(text: string, names: ReadonlySet<string>): string | Template {
  const pieces: (string | { readonly $ref: string })[] = []
  let plain = ''
  let end = 0
  for (const match of text.matchAll(opening)) {
    const [whole, sign, written = ''] = match
    const reference = written.trim()
    const isKnown = names.has(reference.split('.')[0] ?? '')
    plain += text.slice(end, match.index)
    end = match.index + whole.length
    if (isKnown && sign === '') {
      pieces.push(plain, { $ref: reference })
      plain = ''
    } else plain += isKnown ? whole.slice(1) : whole
  }
  plain += text.slice(end)
  return pieces.length === 0 ? plain : { $template: [...pieces, plain].filter((p) => p !== '') }
}
