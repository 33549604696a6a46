import type { JsonObject } from '../../../ports/store/catalog.ts'

/** The parameters of a JSON Schema as words: names, and what is written about them. */
export interface SchemaText {
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
  if (typeof node.description === 'string') notes.push(node.description.slice(0, longestNote))
  if (Array.isArray(node.enum)) notes.push(node.enum.slice(0, 20).join(' ').slice(0, longestNote))
}

function branches(node: JsonObject): readonly unknown[] {
  return ['items', 'anyOf', 'oneOf', 'allOf'].flatMap((key) => node[key] ?? [])
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
