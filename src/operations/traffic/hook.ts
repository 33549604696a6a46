import { z } from 'zod'
import { hookAgentNames } from '../../engine.ts'
import { operation } from '../operation.ts'

const agent = z.enum(hookAgentNames).describe('The agent whose hook this is')

/** Also served as `POST /api/hook/AGENT`, without what stands around the payload. */
export const hook = operation({
  name: 'hook',
  summary: 'Shorten what a tool printed before it enters an agent’s history, as a hook inside it',
  effect: 'write',
  tool: { name: 'hook', profiles: [], isForPeople: true },
  input: z.strictObject({
    agent,
    payload: z.unknown().describe('What the agent handed to its hook'),
    filter: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('A command that output of commands can be passed through; a key is put behind it'),
  }),
  run: (engine, { agent: name, payload, filter }) => engine.hooks.handle(name, payload, filter),
})

const filter = operation({
  name: 'hook.filter',
  summary: 'Shorten what a command printed whose output a hook passes through a filter',
  effect: 'write',
  tool: { name: 'hook_filter', profiles: [], isForPeople: true },
  input: z.strictObject({
    agent,
    key: z.string().max(100).describe('What stood behind the filter'),
    text: z.string().describe('What the command printed'),
  }),
  run: async (engine, { agent: name, key, text }) => ({
    text: (await engine.hooks.filter(name, key, text)) ?? null,
  }),
})

export const hookOperations = [hook, filter]
