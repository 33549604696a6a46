import { z } from 'zod'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'
import { dagInput } from './dag.ts'

const id = z.string().min(1).describe('The capability, cap:…')
const name = z.string().min(1).max(100).describe('What to call it')
const intent = z.string().min(1).max(2000).describe('What it is for, in a sentence')

const list = operation({
  name: 'capabilities.list',
  summary: 'List workflows that were learned or registered',
  effect: 'read',
  tool: { name: 'capabilities_list', profiles: [] },
  command: { name: 'capabilities', examples: ['tamis capabilities'] },
  input: z.strictObject({}),
  run: async (engine, _, { caller }) => ({
    capabilities: await engine.discovery.capabilities.list(caller),
  }),
  toText: ({ capabilities }, say) =>
    capabilities.length === 0
      ? say('None yet: three successful runs of the same workflow make one.')
      : toColumns(
          ['capability', 'runs', 'pinned', 'what it does'],
          capabilities.map(({ id: name, intent, isPinned, summary }) => [
            ...[name, summary.usageCount ?? 0, isPinned ? '*' : '', intent],
          ]),
          say,
        ),
})

const register = operation({
  name: 'capabilities.register',
  summary: 'Keep a workflow or a script under a name',
  effect: 'write',
  tool: { name: 'capabilities_register', profiles: [] },
  command: {
    name: 'capabilities register',
    files: ['code'],
    examples: [
      'tamis capabilities register --name largest-files --intent "Name the largest files" --code largest-files.ts',
      'tamis capabilities register --name weekly-report --intent "Write the weekly report" --dag \'{"tasks":[…]}\'',
    ],
  },
  input: z.strictObject({
    name,
    intent,
    dag: dagInput.optional(),
    code: z
      .string()
      .max(200_000)
      .optional()
      .describe('A script; what it reads as input.NAME are its inputs'),
    outputs: z.array(z.string()).optional().describe('What it gives, one name each'),
    tags: z.array(z.string()).optional().describe('Words to filter by later'),
  }),
  run: (engine, input) => engine.discovery.capabilities.register(input),
})

const rename = operation({
  name: 'capabilities.rename',
  summary: 'Give a capability another name',
  effect: 'write',
  tool: { name: 'capabilities_rename', profiles: [] },
  command: {
    name: 'capabilities rename',
    positional: 'id',
    examples: ['tamis capabilities rename cap:report-client --name monthly-report'],
  },
  input: z.strictObject({ id, name }),
  run: (engine, input, { caller }) =>
    engine.discovery.capabilities.rename(input.id, input.name, caller),
})

const describe = operation({
  name: 'capabilities.describe',
  summary: 'Describe in your own words what a capability is for',
  effect: 'write',
  tool: { name: 'capabilities_describe', profiles: [] },
  command: {
    name: 'capabilities describe',
    positional: 'id',
    examples: ['tamis capabilities describe cap:report --intent "Write the monthly report"'],
  },
  input: z.strictObject({ id, intent }),
  run: (engine, input, { caller }) =>
    engine.discovery.capabilities.describe(input.id, input.intent, caller),
})

const pin = operation({
  name: 'capabilities.pin',
  summary: 'Put a capability first in the list, or take it down again',
  effect: 'write',
  tool: { name: 'capabilities_pin', profiles: [] },
  command: {
    name: 'capabilities pin',
    positional: 'id',
    examples: ['tamis capabilities pin cap:report', 'tamis capabilities pin cap:report --unpin'],
  },
  input: z.strictObject({ id, unpin: z.boolean().default(false).describe('Take it down again') }),
  run: (engine, input, { caller }) =>
    engine.discovery.capabilities.pin(input.id, !input.unpin, caller),
})

const forget = operation({
  name: 'capabilities.forget',
  summary: 'Hide a capability for good; it is not learned again',
  effect: 'write',
  tool: { name: 'capabilities_forget', profiles: [], isDestructive: true },
  command: {
    name: 'capabilities forget',
    positional: 'id',
    examples: ['tamis capabilities forget cap:report'],
  },
  input: z.strictObject({ id }),
  run: (engine, input, { caller }) => engine.discovery.capabilities.forget(input.id, caller),
})

const share = operation({
  name: 'capabilities.share',
  summary: 'Show everybody a capability that was learned from one caller’s script',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'capabilities_share', profiles: [], isForPeople: true },
  command: {
    name: 'capabilities share',
    positional: 'id',
    examples: ['tamis capabilities share cap:script-k5xq2b7dmn4tyc3e --name largest-files'],
  },
  input: z.strictObject({ id, name: name.optional() }),
  run: (engine, input) => engine.discovery.capabilities.share(input.id, input.name),
})

export const capabilityOperations = [list, register, rename, describe, pin, forget, share]
