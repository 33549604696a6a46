import { z } from 'zod'

/** A workflow as callers write it. */
export const dagInput = z
  .strictObject({
    tasks: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(64),
          tool: z.string().min(1),
          arguments: z.record(z.string(), z.unknown()).default({}),
          dependsOn: z.array(z.string()).default([]),
        }),
      )
      .min(1)
      .max(100),
  })
  .describe(
    'Tasks {id, tool, arguments, dependsOn}; {"$ref":"task.path"} or "${task.path}" takes an output',
  )
