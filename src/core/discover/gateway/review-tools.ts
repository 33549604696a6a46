import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import { isObject } from '../../text/json-splice.ts'
import { describedText, titleText, toAnnotations } from '../catalog/adopt-tools.ts'
import { sanitizeJson } from '../catalog/sanitize.ts'
import { shownTool } from './shown-tool.ts'

/** A server's own list as a client may see it: approved tools only, in approved words. */
export function reviewTools(
  listed: readonly unknown[],
  approved: ReadonlyMap<string, CatalogTool>,
): readonly JsonObject[] {
  return listed.flatMap((tool) => {
    const known = isObject(tool) ? approved.get(String(tool.name)) : undefined
    if (!isObject(tool) || !known) return []
    // Another wording waits for approval: what was approved stands alone.
    return [
      saysTheSame(tool, known) ? (sanitizeJson(tool).value as JsonObject) : { ...shownTool(known) },
    ]
  })
}

/** Whether every tool of the list is in the catalog, in the words it has there. */
export function isAllKnown(
  listed: readonly unknown[],
  everyTool: ReadonlyMap<string, CatalogTool>,
): boolean {
  return listed.every((tool) => {
    const known = isObject(tool) ? everyTool.get(String(tool.name)) : undefined
    return isObject(tool) && known !== undefined && saysTheSame(tool, known)
  })
}

function saysTheSame(tool: JsonObject, known: CatalogTool): boolean {
  const text = describedText(tool.description, tool.title)
  return (
    text === known.description &&
    (known.title === undefined || titleText(tool.title) === known.title) &&
    isSame(toAnnotations(asObject(tool.annotations)), known.annotations) &&
    isSame(sanitizeJson(tool.inputSchema).value, known.inputSchema) &&
    isSame(sanitizeJson(tool.outputSchema).value, known.outputSchema)
  )
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** The order of names says nothing in JSON, and parsers do change it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, child]) => [name, sorted(child)]),
  )
}
