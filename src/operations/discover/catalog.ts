import { z } from 'zod'
import { operation } from '../operation.ts'
import { withoutUndefined } from '../without-undefined.ts'

const schema = z.record(z.string(), z.unknown())

const register = operation({
  name: 'catalog.register',
  summary:
    'Put the tools of a server that is not connected into the catalog, in place of what it had',
  effect: 'write',
  tool: { name: 'catalog_register', profiles: [] },
  input: z.strictObject({
    server: z
      .string()
      .regex(/^(?=.*\S)[^\p{C}]{1,100}$/u, 'must be 1 to 100 characters that can be seen')
      .describe('Any name; ids are tool:<server>:<name>'),
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

const list = operation({
  name: 'catalog.list',
  summary: 'List every tool of the catalog by server, also those that may not be used yet',
  effect: 'read',
  tool: { name: 'catalog_list', profiles: [] },
  input: z.strictObject({}),
  run: async (engine) => ({ tools: await engine.discovery.tools() }),
})

const neighbours = operation({
  name: 'catalog.neighbours',
  summary: 'The tools that past runs used together with one, and how often',
  effect: 'read',
  tool: { name: 'catalog_neighbours', profiles: [] },
  input: z.strictObject({
    id: z.string().min(1).describe('The tool, tool:…'),
    limit: z.int().min(1).max(50).default(12).describe('How many neighbours at most'),
  }),
  run: (engine, { id, limit }) => engine.discovery.neighbours(id, limit),
})

const explain = operation({
  name: 'discover.explain',
  summary: 'What the scores of a search by intent are made of',
  effect: 'read',
  tool: { name: 'discover_explain', profiles: [] },
  input: z.strictObject({
    intent: z.string().min(1).max(20_000).describe('What you want to do'),
    limit: z.int().min(1).max(100).default(10).describe('How many results'),
  }),
  run: async (engine, { intent, limit }, { signal }) => ({
    scores: await engine.discovery.explain(intent, limit, signal),
  }),
})

export const catalogOperations = [register, list, neighbours, explain]
