import { z } from 'zod'
import { operation } from '../operation.ts'

const record = operation({
  name: 'trace.record',
  summary: 'Record a run that happened elsewhere, so that later searches learn from it',
  effect: 'write',
  tool: { name: 'trace_record', profiles: [] },
  input: z.strictObject({
    intent: z.string().min(1).max(20_000),
    tools: z.array(z.string().min(1)).min(1).max(200).describe('In the order they ran'),
    links: z
      .array(z.tuple([z.string(), z.string()]))
      .optional()
      .describe('Which fed which'),
    success: z.boolean(),
    duration_ms: z.number().min(0).optional(),
  }),
  run: async (engine, { duration_ms, ...run }, { caller }) => {
    const { tools } = await engine.discovery.record({ ...run, durationMs: duration_ms }, caller)
    return { recorded: true, tools }
  },
})

export const traceOperations = [record]
