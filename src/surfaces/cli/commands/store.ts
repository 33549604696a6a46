import { resolve } from 'node:path'
import { type StoreKind, storeKinds, type Tallies } from '../../../engine.ts'
import { EngineError } from '../../../errors.ts'
import { counted, phrase } from '../../../phrase.ts'
import type { Arguments, Command, CommandContext } from '../command.ts'
import { readMarks, removeMarks, writeMarks } from '../files/migration-file.ts'
import { refuseToReplace, replacing } from '../files/refuse-to-replace.ts'
import { UsageError } from '../usage-error.ts'

const sayEvery = 1000

/** `tamis store migrate`: from SQLite to Postgres, or back. */
export const storeMigrate: Command = {
  name: 'store migrate',
  summary: 'Copy the whole store into another database, and compare both; can be taken up again',
  options: {
    from: {
      type: 'string',
      value: 'KIND',
      choices: storeKinds,
      description: 'sqlite | postgres (required)',
    },
    to: {
      type: 'string',
      value: 'KIND',
      choices: storeKinds,
      description: 'postgres | sqlite (required)',
    },
  },
  examples: [
    'TAMIS_DATABASE_URL=postgres://… tamis store migrate --from sqlite --to postgres',
    'TAMIS_DATABASE_URL=postgres://… tamis store migrate --from postgres --to sqlite',
  ],
  async run(context, args) {
    const [from, to] = [kindOf(args, 'from'), kindOf(args, 'to')]
    if (from === to) throw new UsageError('--from and --to are the same')
    const { home, namespace = '' } = context.loadConfig()
    const move = `${from} to ${to} ${namespace}`.trim()
    const marks = readMarks(home, move)
    if (Object.keys(marks).length > 0) context.output.note('Taking up where the last run was.')
    const tallies = await alone(context, async (upkeep) =>
      upkeep.migrate(from, to, marks, ({ part, rows, marks: reached }) => {
        writeMarks(home, move, reached)
        if (rows % sayEvery === 0) context.output.note(phrase`${part}: ${rows} rows`)
      }),
    )
    removeMarks(home)
    return said(
      context,
      tallies,
      context.output.say(phrase`Copied and compared, ${from} to ${to}.`),
    )
  },
}

/** `tamis store backup`: one file that any store can be restored from. */
export const storeBackup: Command = {
  name: 'store backup',
  summary: 'Write the whole store and the files of memory into one file, also while a daemon runs',
  operands: 'FILE',
  options: replacing,
  examples: ['tamis store backup tamis-backup.jsonl.gz'],
  async run(context, args) {
    const file = fileOf(context, args)
    refuseToReplace(file, args)
    const upkeep = await context.deps.openStoreUpkeep(context.loadConfig())
    const tallies = await upkeep.backup(file, new Date().toISOString())
    return said(context, tallies, context.output.say(phrase`Wrote ${file} and read it again.`))
  },
}

/** `tamis store restore`: such a file into an empty store. */
export const storeRestore: Command = {
  name: 'store restore',
  summary: 'Put a backup into an empty store, SQLite or Postgres, and compare',
  operands: 'FILE',
  options: {},
  examples: ['tamis store restore tamis-backup.jsonl.gz --home ./new-home'],
  async run(context, args) {
    const file = fileOf(context, args)
    const tallies = await alone(context, (upkeep) =>
      upkeep.restore(file, (rows) => {
        if (rows % sayEvery === 0) context.output.note(phrase`${rows} rows`)
      }),
    )
    return said(context, tallies, context.output.say(phrase`Restored ${file} and compared.`))
  },
}

/** `tamis store check`: is everything there, and as it was written. */
export const storeCheck: Command = {
  name: 'store check',
  summary: 'Ask the database for faults, and compare every original with its digest',
  options: {
    repair: {
      type: 'boolean',
      description: 'Put aside what is damaged, and keep the rest (no daemon may run)',
    },
  },
  examples: ['tamis store check', 'tamis store check --repair'],
  async run(context, args) {
    if (args.isSet('repair')) await repair(context)
    return check(context)
  },
}

async function repair(context: CommandContext): Promise<void> {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const { aside, lost } = await alone(context, (upkeep) => upkeep.repair(stamp))
  const { output } = context
  for (const what of lost.slice(0, mostNamed))
    output.note(phrase`${output.say('Put aside:')} ${what}`)
  if (lost.length > mostNamed) output.note(phrase`… ${lost.length - mostNamed}`)
  output.note(output.say(phrase`What was there before lies in ${aside}`))
}

const mostNamed = 50

async function check(context: CommandContext): Promise<number> {
  const upkeep = await context.deps.openStoreUpkeep(context.loadConfig())
  const report = await upkeep.check((originals) => {
    if (originals > 0 && originals % sayEvery === 0)
      context.output.note(phrase`${originals} originals read`)
  })
  const { faults, originals, documents } = report
  const { say } = context.output
  if (context.output.isJson) context.output.json({ ok: faults.length === 0, ...report })
  else
    context.output.result(
      faults.length === 0
        ? [
            say(
              counted(originals, 'Nothing is wrong: {} original', 'Nothing is wrong: {} originals'),
            ),
            say(counted(documents, 'and {} document.', 'and {} documents.')),
          ].join(' ')
        : faults.map((fault) => `${say('FAULT')}  ${say(fault)}`).join('\n'),
    )
  return faults.length === 0 ? 0 : 1
}

type OpenStoreUpkeep = Awaited<ReturnType<CommandContext['deps']['openStoreUpkeep']>>

/** Holds the home's lock: a daemon that writes meanwhile would spoil the copy. */
async function alone<Result>(
  context: CommandContext,
  work: (upkeep: OpenStoreUpkeep) => Promise<Result>,
): Promise<Result> {
  const loaded = context.loadConfig()
  const lock = await context.deps.lockHome(loaded.home)
  if (!lock)
    throw new EngineError('home_in_use', phrase`A daemon runs on ${loaded.home}`, {
      hint: '`tamis stop` it first.',
    })
  try {
    return await work(await context.deps.openStoreUpkeep(loaded))
  } finally {
    lock.release()
  }
}

function said({ output }: CommandContext, tallies: Tallies, sentence: string): number {
  const counts = Object.entries(tallies).map(([part, { rows }]) => `${part} ${rows}`)
  if (output.isJson) output.json({ parts: tallies })
  else output.result(`${sentence}\n${counts.join(', ')}`)
  return 0
}

function kindOf(args: Arguments, name: string): StoreKind {
  const kind = storeKinds.find((one) => one === args.text(name))
  if (kind) return kind
  throw new UsageError(phrase`--${name} takes ${storeKinds.join(' or ')}`)
}

function fileOf({ deps }: CommandContext, { operands }: Arguments): string {
  const [file, ...more] = operands
  if (file === undefined || more.length > 0) throw new UsageError('Name one FILE')
  return resolve(deps.folder, file)
}
