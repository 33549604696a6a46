import { operations } from './all.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { Operation, Profile } from './operation.ts'

/** An operation as `tools/list` shows it. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Record<string, unknown> & { readonly type: 'object' }
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }
}

/** The constant list of a profile. */
export function toolsOf(profile: Profile): readonly Tool[] {
  return operations
    .filter(({ tool }) => tool.isHidden !== true && tool.isForPeople !== true)
    .filter(({ tool }) => profile === 'all' || tool.profiles.includes(profile))
    .map(toTool)
}

/** The operation behind a tool name or one of its other names, whatever the profile. */
export function operationOfTool(name: string): Operation | undefined {
  return byToolName.get(name)
}

const byToolName: ReadonlyMap<string, Operation> = new Map(
  operations
    .filter(({ tool }) => tool.isForPeople !== true)
    .flatMap((operation) =>
      [operation.tool.name, ...(operation.tool.aliases ?? [])].map((name) => [name, operation]),
    ),
)

function toTool({ tool, summary, input, effect }: Operation): Tool {
  return {
    name: tool.name,
    description: summary,
    inputSchema: { ...jsonSchemaOf(input), type: 'object' },
    annotations: { readOnlyHint: effect === 'read', destructiveHint: tool.isDestructive ?? false },
  }
}
