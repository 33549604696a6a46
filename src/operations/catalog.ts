import { z } from 'zod'
import { operation } from './operation.ts'

const schema = z.record(z.string(), z.unknown())

const register = operation({
  name: 'catalog.register',
  summary:
    'Put the tools of a server that is not connected into the catalog, in place of what it had',
  effect: 'write',
  tool: { name: 'catalog_register', profiles: [] },
  input: z.strictObject({
    server: z.string().regex(/^[A-Za-z0-9][\w .-]{0,31}$/),
    description: z.string().max(2000).optional().describe('What the server is for'),
    tools: z
      .array(
        z.looseObject({
          name: z.string().min(1),
          description: z.string().default(''),
          inputSchema: schema.default({ type: 'object' }),
          outputSchema: schema.optional(),
          annotations: schema.optional(),
          tags: z.array(z.string()).optional(),
          examples: z
            .array(z.string())
            .optional()
            .describe('Usage examples or further documentation'),
        }),
      )
      .max(20_000),
  }),
  run: async (engine, { server, tools, description }) => {
    const registered = await engine.discovery.register(
      server,
      tools.map(withoutUndefined),
      description,
    )
    return {
      server,
      registered: registered.length,
      findings: registered.flatMap(({ id, findings }) =>
        findings.map((finding) => ({ tool: id, finding })),
      ),
    }
  },
})

export const catalogOperations = [register]

function withoutUndefined<Value extends object>(
  value: Value,
): { [K in keyof Value]: Exclude<Value[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof Value]: Exclude<Value[K], undefined>
  }
}
