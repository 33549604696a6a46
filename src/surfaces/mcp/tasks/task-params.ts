import type { StandardSchemaV1 } from '@modelcontextprotocol/server'

type Json = Readonly<Record<string, unknown>>

/** Any object, as the SDK wants its schemas. */
export const anyObject: StandardSchemaV1<Json> = schemaOf((value) => value)

/** The one field that every question about a task has. */
export const namedTask: StandardSchemaV1<Json, { readonly taskId: string }> = schemaOf(
  ({ taskId }) => (typeof taskId === 'string' ? { taskId } : 'taskId must be a string'),
)

/** A check that gives what it read, or says what is wrong. */
function schemaOf<Output extends object>(
  read: (value: Json) => Output | string,
): StandardSchemaV1<Json, Output> {
  return {
    '~standard': {
      version: 1,
      vendor: 'tamis',
      validate(value) {
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
        const checked = isObject ? read(value as Json) : 'an object is expected'
        return typeof checked === 'string' ? { issues: [{ message: checked }] } : { value: checked }
      },
    },
  }
}
