import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import { hintsOf } from '../catalog/annotations.ts'

/** A tool as MCP lists it. */
export interface ShownTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations: JsonObject
}

/** A tool of the catalog in its approved words. */
export function shownTool(tool: CatalogTool): ShownTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool
  return {
    name,
    ...(title ? { title } : {}),
    description,
    inputSchema,
    ...(outputSchema ? { outputSchema } : {}),
    annotations: hintsOf(annotations),
  }
}
