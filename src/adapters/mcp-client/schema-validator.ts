import type { SchemaValidator } from '../../ports/tool-server.ts'

/** A validator that interprets schemas and never compiles them to code: they come from servers we do not trust. */
export async function loadSchemaValidator(): Promise<SchemaValidator> {
  const { CfWorkerJsonSchemaValidator } = await import(
    '@modelcontextprotocol/client/validators/cf-worker'
  )
  return (schema, value) => {
    try {
      const outcome = new CfWorkerJsonSchemaValidator().getValidator({ ...schema })(value)
      return outcome.valid ? undefined : outcome.errorMessage.replace(/^#: /, '')
    } catch (error) {
      // A schema that cannot be read, or that turns in a circle, cannot vouch for anything.
      if (error instanceof Error) return `the schema of the tool cannot be used: ${error.message}`
      throw error
    }
  }
}
