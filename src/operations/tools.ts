import { z } from 'zod'
import { operations } from './all.ts'
import type { Operation, Profile } from './operation.ts'

/** An operation as `tools/list` shows it. */
interface Tool {
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

/** The JSON Schema of an input as callers write it, without the noise a generator adds. */
export function jsonSchemaOf(input: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // Nobody means to send nothing.
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength
      if (jsonSchema.minItems === 1) delete jsonSchema.minItems
      // Every name in JSON is a text, and what may be anything need not say so.
      delete jsonSchema.propertyNames
      if (JSON.stringify(jsonSchema.additionalProperties) === '{}')
        delete jsonSchema.additionalProperties
    },
  })
  return schema
}
