import type { Capability, CatalogTool, Dag } from '../../../ports/store/catalog.ts'

/** The schema hash of each tool of a workflow, as it is now. */
export function hashesOf(
  dag: Dag,
  toolNamed: (id: string) => CatalogTool | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    dag.tasks.flatMap(({ tool }) => {
      const found = toolNamed(tool)
      return found ? [[tool, found.schemaHash]] : []
    }),
  )
}

/** Tools of a capability whose schema is no longer the one it was made with. */
export function staleTools(
  { toolHashes }: Capability,
  toolNamed: (id: string) => CatalogTool | undefined,
): readonly string[] {
  return Object.entries(toolHashes)
    .filter(([tool, hash]) => toolNamed(tool)?.schemaHash !== hash)
    .map(([tool]) => tool)
}
