import { z } from 'zod'
import { type Caller, defaultNamespace, type Engine } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'

const server = z.string().min(1).describe('Its name in tamis.toml')

const add = operation({
  name: 'gateway.add',
  summary: 'Add an upstream server that has an address, in quarantine until you approve it',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'gateway_add', profiles: [], isForPeople: true },
  input: z.strictObject({
    name: z.string().min(1).max(60).describe('What to call it: letters, digits, - and _'),
    url: z.url({ protocol: /^https?$/ }).describe('Where it answers, https://…/mcp'),
  }),
  run: async (engine, { name, url }, { caller }) => {
    const file = fileOf(engine, caller)
    file.addServer(name, url)
    return { server: name, file: file.path }
  },
})

const remove = operation({
  name: 'gateway.remove',
  summary: 'Take an upstream server out of tamis.toml; its process ends',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'gateway_remove', profiles: [], isForPeople: true, isDestructive: true },
  input: z.strictObject({ server }),
  run: async (engine, input, { caller }) => {
    const file = fileOf(engine, caller)
    file.removeServer(input.server)
    return { server: input.server, file: file.path }
  },
})

const importable = operation({
  name: 'gateway.importable',
  summary: 'List the MCP servers that your other programs are set up with',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'gateway_importable', profiles: [], isForPeople: true },
  input: z.strictObject({}),
  run: async (engine, _, { caller }) => ({ servers: fileOf(engine, caller).importable() }),
})

const importServers = operation({
  name: 'gateway.import',
  summary: 'Add MCP servers that your other programs are set up with, in quarantine',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'gateway_import', profiles: [], isForPeople: true },
  input: z.strictObject({
    names: z.array(z.string().min(1)).min(1).max(100).describe('As gateway.importable names them'),
  }),
  run: async (engine, { names }, { caller }) => {
    const file = fileOf(engine, caller)
    file.importServers(names)
    return { added: names, file: file.path }
  },
})

const restart = operation({
  name: 'gateway.restart',
  summary: 'Restart an upstream server and ask it for its tools',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'gateway_restart', profiles: [], isForPeople: true },
  command: {
    name: 'gateway restart',
    positional: 'server',
    asksDaemon: true,
    examples: ['tamis gateway restart github'],
  },
  input: z.strictObject({ server }),
  run: async (engine, input) => {
    const report = await engine.discovery.gateway.restart(input.server)
    return { server: input.server, state: report?.state ?? 'stopped', tools: report?.tools ?? 0 }
  },
  toText: (output, say) => say(phrase`${output.server} runs, with ${output.tools} tools.`),
})

const log = operation({
  name: 'gateway.log',
  summary: 'The last lines that the process of an upstream server wrote on stderr',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'gateway_log', profiles: [], isForPeople: true },
  command: {
    name: 'gateway log',
    positional: 'server',
    asksDaemon: true,
    examples: ['tamis gateway log github'],
  },
  input: z.strictObject({ server }),
  run: async (engine, input) => ({ lines: engine.discovery.gateway.logOf(input.server) }),
  toText: ({ lines }, say) => lines.join('\n') || say('It wrote nothing since the daemon started.'),
})

export const gatewayServerOperations = [add, remove, importable, importServers, restart, log]

/** Which servers there are is decided by who runs the daemon, not by everyone it serves. */
function fileOf({ configFile }: Engine, caller: Caller | undefined) {
  if (configFile && (caller?.namespace ?? defaultNamespace) === defaultNamespace) return configFile
  throw new EngineError(
    'scope_insufficient',
    'The configuration of this daemon is not yours to change',
  )
}
