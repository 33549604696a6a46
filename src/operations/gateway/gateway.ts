import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import { counted, phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { pendingText } from './pending-text.ts'

const list = operation({
  name: 'gateway.list',
  summary: 'List the upstream servers and their state',
  effect: 'read',
  tool: { name: 'gateway_list', profiles: [] },
  command: { name: 'gateway list', asksDaemon: true, examples: ['tamis gateway list'] },
  input: z.strictObject({}),
  run: async (engine) => ({ servers: await engine.discovery.gateway.list() }),
  toText: ({ servers }, say) =>
    servers.map((server) => serverLine(server, say)).join('\n') ||
    say('None: add `[gateway.servers.NAME]` to tamis.toml, or see `tamis gateway import`.'),
})

const doctor = operation({
  name: 'gateway.doctor',
  summary: 'Ask every upstream again and name whatever a person should look at',
  effect: 'write',
  tool: { name: 'gateway_doctor', profiles: [] },
  command: { name: 'gateway doctor', asksDaemon: true, examples: ['tamis gateway doctor'] },
  input: z.strictObject({}),
  run: (engine) => engine.discovery.gateway.doctor(),
  toText: ({ servers, findings }, say) =>
    [
      ...servers.map((server) => serverLine(server, say)),
      ...findings.map(({ tool, finding }) => `look  ${tool}: ${finding}`),
      findings.length === 0 ? say('Nothing suspicious in the catalog.') : '',
    ]
      .join('\n')
      .trimEnd(),
  isFailure: ({ servers, findings }) =>
    findings.length > 0 || servers.some(({ problem }) => problem !== undefined),
})

/** What waits, whole, with the digests that approving takes. */
export const pending = operation({
  name: 'gateway.pending',
  summary: 'Show what waits for approval on one upstream, whole and with its differences',
  effect: 'read',
  tool: { name: 'gateway_pending', profiles: [] },
  command: {
    name: 'gateway pending',
    positional: 'server',
    help: { server: 'Its name in tamis.toml' },
    examples: ['tamis gateway pending fs'],
  },
  input: z.strictObject({ server: z.string().min(1) }),
  run: (engine, { server }) => engine.discovery.gateway.pending(server),
  toText: (output, say) =>
    output.pending.map((tool) => pendingText(tool, say)).join('\n\n') || say('Nothing waits.'),
})

/** Approves what was shown, and nothing else. */
export const approve = operation({
  name: 'gateway.approve',
  summary: 'Allow an upstream, or the new and changed tools of one',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'gateway_approve', profiles: [], isForPeople: true },
  input: z.strictObject({
    server: z.string().min(1),
    tool: z.string().min(1).optional().describe('Only this tool'),
    shown: z
      .string()
      .describe(
        'The digest that `gateway.pending` gave with the tool, or without `tool` that of the whole list',
      ),
  }),
  run: async (engine, { server, tool, shown }) => ({
    approved: await engine.discovery.gateway.approve(server, shown, tool),
  }),
  toText: ({ approved }, say) =>
    approved.length > 0
      ? [...approved.map(({ id }) => id), say(phrase`${approved.length} approved.`)].join('\n')
      : say('Nothing was waiting; the server is allowed.'),
})

export const gatewayOperations = [list, doctor, pending, approve]

interface ServerFacts {
  readonly server: string
  readonly state: 'stopped' | 'starting' | 'running' | 'failed'
  readonly transport: string
  readonly isQuarantined: boolean
  readonly tools: number
  readonly pending: number
  readonly problem?: string
}

function serverLine(server: ServerFacts, say: Say): string {
  const facts = [
    stateText(server.state, say).padEnd(8),
    server.server.padEnd(16),
    server.transport,
    say(counted(server.tools, '{} tool', '{} tools')),
    server.pending > 0
      ? say(counted(server.pending, '{} waits for approval', '{} wait for approval'))
      : '',
    server.isQuarantined ? say('quarantined') : '',
    server.problem ?? '',
  ]
  return facts.filter(Boolean).join('  ')
}

function stateText(state: ServerFacts['state'], say: Say): string {
  const words = {
    stopped: say('stopped'),
    starting: say('starting'),
    running: say('running'),
    failed: say('failed'),
  }
  return words[state]
}
