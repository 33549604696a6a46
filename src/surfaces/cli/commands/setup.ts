import { existsSync } from 'node:fs'
import { machineOf } from '../../../clients/client-locations.ts'
import { type Reach, type SetupClient, setupClients } from '../../../clients/clients.ts'
import { hookClients } from '../../../clients/hook-clients.ts'
import { applyChanges, isChange } from '../../../clients/setup-apply.ts'
import { type FileChange, fileOf, planSetup, planUndo } from '../../../clients/setup-plan.ts'
import { readRecord } from '../../../clients/setup-record.ts'
import { english, type Say } from '../../../core/text/say.ts'
import { type Phrase, phrase } from '../../../phrase.ts'
import { askYes } from '../ask-yes.ts'
import type { Arguments, Command, CommandContext } from '../command.ts'
import { lineDiff } from '../setup/line-diff.ts'
import { setupReach } from '../setup/setup-reach.ts'
import { UsageError } from '../usage-error.ts'

/** Some clients take a hook and nothing else. */
const allClients: readonly SetupClient[] = [
  ...setupClients,
  ...hookClients.filter(({ id }) => !setupClients.some((one) => one.id === id)),
]

/** `tamis setup CLIENT`: writes Tamis into another program's configuration, and takes it out again. */
export const setup: Command = {
  name: 'setup',
  summary: 'Set up a client to use Tamis, or take that back',
  operands: '[CLIENT]',
  operandChoices: allClients.map(({ id }) => id),
  options: {
    http: {
      type: 'boolean',
      description: 'Connect to the daemon, in place of starting `tamis mcp`',
    },
    proxy: {
      type: 'boolean',
      description: 'Send the client’s model requests through the proxy too',
    },
    mcp: {
      type: 'boolean',
      description: 'Give the client our tools over MCP; --no-mcp leaves them out',
    },
    hook: {
      type: 'boolean',
      description:
        'Put a hook into the client that shortens what its tools print, and nothing else',
    },
    command: { type: 'string', value: 'NAME', description: 'The program that the client starts' },
    undo: { type: 'boolean', description: 'Take back what was written, and nothing else' },
    'dry-run': { type: 'boolean', description: 'Show what would change, and change nothing' },
    yes: { type: 'boolean', description: 'Do not ask' },
  },
  examples: [
    'tamis setup',
    'tamis setup claude-code',
    'tamis setup codex --proxy',
    'tamis setup claude-code --hook',
    'tamis setup cursor --undo',
  ],
  async run(context, args) {
    const [name] = args.operands
    if (name === undefined) return list(context)
    const isUndo = args.isSet('undo')
    const { client, recordName } = wantedSetup(name, args)
    const { home } = context.loadConfig()
    const record = readRecord(home, recordName)
    const reach = isUndo ? undefined : setupReach(context, args, client)
    const changes = reach
      ? planSetup(client, reach, machineOf(context.deps.environment), record)
      : record
        ? planUndo(client, record)
        : []
    const outcome = await applyIfWanted(context, args, recordName, changes, home)
    report(context, client, changes, outcome, notesOf(client, reach, changes, outcome))
    return 0
  },
}

type Outcome = 'unchanged' | 'shown' | 'declined' | 'applied'

async function applyIfWanted(
  context: CommandContext,
  args: Arguments,
  recordName: string,
  changes: readonly FileChange[],
  home: string,
): Promise<Outcome> {
  const pending = changes.filter(isChange)
  if (pending.length === 0) return 'unchanged'
  if (args.isSet('dry-run')) return 'shown'
  if (!context.output.isJson) for (const change of pending) context.output.note(diffText(change))
  if (!args.isSet('yes') && !(await isConfirmed(args.isSet('undo'), context.output.say)))
    return 'declined'
  applyChanges(home, recordName, changes)
  return 'applied'
}

function isConfirmed(isUndo: boolean, say: Say): Promise<boolean> {
  return askYes(
    isUndo ? say('Take this back? [y/N]') : say('Write this? [y/N]'),
    english('Add --yes to write, or --dry-run to look.'),
  )
}

function report(
  { output }: CommandContext,
  { id, title }: SetupClient,
  changes: readonly FileChange[],
  outcome: Outcome,
  notes: readonly Phrase[],
): void {
  if (output.isJson) {
    const files = changes.map((change) => ({
      file: change.file,
      diff: diffOf(change),
      text: change.after ?? null,
    }))
    output.json({ client: id, outcome, files, notes })
    return
  }
  const pending = changes.filter(isChange)
  const said: Readonly<Record<Outcome, string>> = {
    unchanged: output.say(phrase`Nothing to change for ${title}.`),
    shown: pending.map(diffText).join('\n\n'),
    declined: output.say('Nothing was written.'),
    applied: output.say(phrase`Done: ${pending.map(({ file }) => file).join(', ')}`),
  }
  output.result(said[outcome])
  for (const note of notes) output.note(note)
}

function notesOf(
  { id, title, proxyNote, isStdioOnly, note }: SetupClient,
  reach: Reach | undefined,
  changes: readonly FileChange[],
  outcome: Outcome,
): readonly Phrase[] {
  const notes = changes.flatMap((change) => change.notes)
  if (!reach) return notes
  return [
    ...notes,
    ...(reach.proxy !== undefined && proxyNote ? [proxyNote] : []),
    ...(isStdioOnly && reach.mcp && 'url' in reach.mcp
      ? [phrase`${title} may want a command here: leave out --http.`]
      : []),
    ...(outcome === 'applied'
      ? [
          ...(note === undefined ? [] : [note]),
          phrase`Start ${title} anew. To take this back: tamis setup ${id}${reach.hook ? ' --hook' : ''} --undo`,
        ]
      : []),
  ]
}

function list({ output, loadConfig, deps }: CommandContext): number {
  const { home } = loadConfig()
  const machine = machineOf(deps.environment)
  const rows = allClients.map(({ id, title, files: [first] }) => {
    const file = first ? fileOf(first, machine) : ''
    const isSetUp = readRecord(home, id) !== undefined
    const isHooked = readRecord(home, hookRecord(id)) !== undefined
    const takesHook = hookClients.some((one) => one.id === id)
    return { client: id, title, file, isFound: existsSync(file), isSetUp, isHooked, takesHook }
  })
  if (output.isJson) output.json({ clients: rows })
  else output.result(rows.map((row) => rowText(row, output.say)).join('\n'))
  return 0
}

interface ClientRow {
  readonly client: string
  readonly file: string
  readonly isFound: boolean
  readonly isSetUp: boolean
  readonly isHooked: boolean
  readonly takesHook: boolean
}

function rowText(
  { client, file, isFound, isSetUp, isHooked, takesHook }: ClientRow,
  say: Say,
): string {
  const state = isSetUp ? say('set up') : isFound ? say('found') : ''
  const hook = isHooked ? say('hook') : takesHook ? '--hook' : ''
  return `${client.padEnd(16)} ${state.padEnd(7)} ${hook.padEnd(7)} ${file}`
}

interface WantedSetup {
  readonly client: SetupClient
  /** A hook is set up and taken back by itself. */
  readonly recordName: string
}

function wantedSetup(name: string, args: Arguments): WantedSetup {
  const isHook = args.isSet('hook')
  if (isHook && (args.isSet('proxy') || args.isSet('http')))
    throw new UsageError(
      '--hook sets up the hook alone',
      'Set up the server and the proxy in a second call, without --hook.',
    )
  const known = isHook ? hookClients : setupClients
  const client = known.find(({ id }) => id === name)
  if (client) return { client, recordName: isHook ? hookRecord(name) : name }
  const hooked = hookClients.find(({ id }) => id === name)
  if (hooked && args.isSet('undo')) return { client: hooked, recordName: hookRecord(name) }
  if (hooked)
    throw new UsageError(phrase`${hooked.title} takes a hook and nothing else`, 'Add --hook.')
  const ids = known.map(({ id }) => id)
  const what = isHook ? 'client with hooks' : 'client'
  throw new UsageError(phrase`There is no ${what} ${name}`, phrase`Clients: ${ids.join(', ')}`)
}

function hookRecord(client: string): string {
  return `${client}-hook`
}

function diffOf({ before = '', after = '' }: FileChange): readonly string[] {
  return lineDiff(before, after)
}

function diffText(change: FileChange): string {
  const fate =
    change.after === undefined ? ' (removed)' : change.before === undefined ? ' (new)' : ''
  return [`${change.file}${fate}`, ...diffOf(change)].join('\n')
}
