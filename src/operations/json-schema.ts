import { z } from 'zod'

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
