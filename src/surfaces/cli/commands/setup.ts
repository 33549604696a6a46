import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { type Reach, type SetupClient, setupClients } from '../../../config/setup/clients.ts'
import { english, type Say } from '../../../core/text/say.ts'
import type { Arguments, Command, CommandContext } from '../command.ts'
import { lineDiff } from '../line-diff.ts'
import { machineOf } from '../machine.ts'
import { applyChanges, isChange } from '../setup-apply.ts'
import { type FileChange, fileOf, planSetup, planUndo } from '../setup-plan.ts'
import { setupReach } from '../setup-reach.ts'
import { readRecord } from '../setup-record.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis setup CLIENT`: writes Tamis into another program's configuration, and takes it out again. */
export const setup: Command = {
  name: 'setup',
  summary: 'Set up a client to use Tamis, or take that back',
  operands: '[CLIENT]',
  options: {
    http: {
      type: 'boolean',
      description: 'Connect to the daemon, in place of starting `tamis mcp`',
    },
    proxy: {
      type: 'boolean',
      description: 'Send the client’s model requests through the proxy too',
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
    'tamis setup cursor --undo',
  ],
  async run(context, args) {
    const [name] = args.operands
    if (name === undefined) return list(context)
    const client = clientNamed(name)
    const { home } = context.loadConfig()
    const record = readRecord(home, client.id)
    const isUndo = args.isSet('undo')
    const reach = isUndo ? undefined : setupReach(context, args, client)
    const changes = reach
      ? planSetup(client, reach, machineOf(context.deps.environment), record)
      : record
        ? planUndo(client, record)
        : []
    const outcome = await applyIfWanted(context, args, client, changes, home)
    report(context, client, changes, outcome, notesOf(client, reach, changes, outcome))
    return 0
  },
}

type Outcome = 'unchanged' | 'shown' | 'declined' | 'applied'

async function applyIfWanted(
  context: CommandContext,
  args: Arguments,
  client: SetupClient,
  changes: readonly FileChange[],
  home: string,
): Promise<Outcome> {
  const pending = changes.filter(isChange)
  if (pending.length === 0) return 'unchanged'
  if (args.isSet('dry-run')) return 'shown'
  if (!context.output.isJson) for (const change of pending) context.output.note(diffText(change))
  if (!args.isSet('yes') && !(await isConfirmed(args.isSet('undo'), context.output.say)))
    return 'declined'
  applyChanges(home, client.id, changes)
  return 'applied'
}

async function isConfirmed(isUndo: boolean, say: Say): Promise<boolean> {
  if (process.stdin.isTTY !== true)
    throw new UsageError('Nobody is there to say yes', 'Add --yes to write, or --dry-run to look.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(
      `${isUndo ? say('Take this back? [y/N]') : say('Write this? [y/N]')} `,
    )
    return /^(?:y|yes|o|oui)$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

function report(
  { output }: CommandContext,
  { id, title }: SetupClient,
  changes: readonly FileChange[],
  outcome: Outcome,
  notes: readonly string[],
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
    unchanged: output.say(`Nothing to change for ${title}.`),
    shown: pending.map(diffText).join('\n\n'),
    declined: output.say('Nothing was written.'),
    applied: output.say(`Done: ${pending.map(({ file }) => file).join(', ')}`),
  }
  output.result(said[outcome])
  for (const note of notes) output.note(note)
}

function notesOf(
  { id, title, proxyNote, isStdioOnly }: SetupClient,
  reach: Reach | undefined,
  changes: readonly FileChange[],
  outcome: Outcome,
): readonly string[] {
  const notes = changes.flatMap((change) => change.notes)
  if (!reach) return notes
  return [
    ...notes,
    ...(reach.proxy !== undefined && proxyNote ? [proxyNote] : []),
    ...(isStdioOnly && 'url' in reach.mcp
      ? [english(`${title} may want a command here: leave out --http.`)]
      : []),
    ...(outcome === 'applied'
      ? [english(`Start ${title} anew. To take this back: tamis setup ${id} --undo`)]
      : []),
  ]
}

function list({ output, loadConfig, deps }: CommandContext): number {
  const { home } = loadConfig()
  const machine = machineOf(deps.environment)
  const rows = setupClients.map(({ id, title, files: [first] }) => {
    const file = first ? fileOf(first, machine) : ''
    const isSetUp = readRecord(home, id) !== undefined
    return { client: id, title, file, isFound: existsSync(file), isSetUp }
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
}

function rowText({ client, file, isFound, isSetUp }: ClientRow, say: Say): string {
  const state = isSetUp ? say('set up') : isFound ? say('found') : ''
  return `${client.padEnd(16)} ${state.padEnd(7)} ${file}`
}

function clientNamed(name: string): SetupClient {
  const client = setupClients.find(({ id }) => id === name)
  if (client) return client
  const ids = setupClients.map(({ id }) => id)
  throw new UsageError(`There is no client ${name}`, `Clients: ${ids.join(', ')}`)
}

function diffOf({ before = '', after = '' }: FileChange): readonly string[] {
  return lineDiff(before, after)
}

function diffText(change: FileChange): string {
  const fate =
    change.after === undefined ? ' (removed)' : change.before === undefined ? ' (new)' : ''
  return [`${change.file}${fate}`, ...diffOf(change)].join('\n')
}
