import fc from 'fast-check'
import { operations } from '../../src/operations/all.ts'
import { jsonSchemaOf } from '../../src/operations/tools.ts'
import { nastyText, nastyValue } from './nasty.ts'

interface Schema {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
}

export interface OperationCase {
  readonly operation: string
  readonly input: unknown
}

/** They reach out, or work for minutes by design. */
const leftOut = new Set(['models.pull', 'models.add', 'gateway.doctor', 'replay'])

/** Every operation with inputs of about the right shape and of the wrong content. */
export const operationCase: fc.Arbitrary<OperationCase> = fc.oneof(
  ...operations
    .filter(({ name }) => !leftOut.has(name))
    .map(({ name, input }) =>
      fc
        .oneof(
          { weight: 6, arbitrary: shaped(jsonSchemaOf(input) as Schema, 0) },
          { weight: 1, arbitrary: nastyValue },
        )
        .map((value) => ({ operation: name, input: value })),
    ),
)

/** Mostly what the schema asks for, sometimes anything. */
function shaped(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const proper = depth > 3 ? nastyText : properOf(schema, depth)
  return fc.oneof({ weight: 12, arbitrary: proper }, { weight: 1, arbitrary: nastyValue })
}

function properOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, depth)
    case 'array':
      return fc.array(shaped(schema.items ?? {}, depth + 1), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -2, max: 200 }), fc.double({ min: 0, max: 1, noNaN: true }))
    default:
      return nastyText
  }
}

function objectOf(
  { properties = {}, required = [] }: Schema,
  depth: number,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, shaped(field, depth + 1)]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}
