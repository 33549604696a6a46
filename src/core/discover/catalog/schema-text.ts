import type { JsonObject } from '../../../ports/store/catalog.ts'
import { isObject } from '../../text/json-splice.ts'
import { termsOf } from '../../text/terms.ts'

/** The parameters of a JSON Schema as words: names, and what is written about them. */
interface SchemaText {
  readonly names: readonly string[]
  readonly notes: readonly string[]
}

/** Deeper levels and further parameters say little about what a tool is for, and may be endless. */
const deepest = 4
const mostParameters = 200
const longestNote = 400

/** Walks `properties`, `items` and the alternatives; never follows a `$ref`, so a cyclic one is harmless. */
export function schemaText(schema: JsonObject): SchemaText {
  const names: string[] = []
  const notes: string[] = []
  const visit = (node: unknown, depth: number): void => {
    if (!isObject(node) || depth > deepest) return
    for (const [name, child] of Object.entries(asObject(node.properties))) {
      if (names.length >= mostParameters) return
      names.push(name)
      pushNotes(notes, child)
      visit(child, depth + 1)
    }
    for (const child of branches(node)) visit(child, depth + 1)
  }
  visit(schema, 0)
  return { names, notes }
}

function pushNotes(notes: string[], node: unknown): void {
  if (!isObject(node)) return
  if (typeof node.description === 'string')
    notes.push(withoutExamples(node.description.slice(0, longestNote)))
  if (Array.isArray(node.enum)) notes.push(node.enum.slice(0, 20).join(' ').slice(0, longestNote))
}

/** `such as New York`, `e.g. "NASA"`: they say what may be put in, not what a tool is for. */
const examples = /\(?\b(?:e\.?g\.?|for example|for instance|such as|examples?:)[^.;()\n]*\)?/giu

function withoutExamples(note: string): string {
  return note.replace(examples, ' ')
}

function branches(node: JsonObject): readonly unknown[] {
  return ['items', 'anyOf', 'oneOf', 'allOf'].flatMap((key) => node[key] ?? [])
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The subjects of required ids: `artistId` and `artist_id` give `artist`, stemmed. */
export function idSubjects({ properties, required }: JsonObject): readonly string[] {
  const needed = Array.isArray(required) ? required : Object.keys(asObject(properties))
  return needed.slice(0, mostParameters).flatMap((name) => {
    const terms = typeof name === 'string' ? termsOf(name, { stemmedIn: 'en' }) : []
    const at = terms.indexOf('id')
    return at > 0 ? [terms[at - 1] ?? ''] : []
  })
}
