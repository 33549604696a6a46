import { basename } from 'node:path'
import { machineOf } from '../../../clients/client-locations.ts'
import { sessionFolders } from '../../../clients/session-folders.ts'
import { english } from '../../../core/text/say.ts'
import type { FoundSession } from '../../../engine.ts'
import { EngineError } from '../../../errors.ts'
import { counted, type Phrase, phrase } from '../../../phrase.ts'
import { askYes } from '../ask-yes.ts'
import type { Arguments, CommandContext, Option } from '../command.ts'
import { readTextFile } from '../input/read-text-file.ts'
import { UsageError } from '../usage-error.ts'

/** A session file with its text. */
interface ReadSession {
  readonly name: string
  readonly text: string
}

const usualSessions = 50
/** All texts together: they are in memory at once. */
const mostBytes = 200 * 1024 * 1024

/** The options of every command that reads saved sessions. */
export const sessionOptions: Readonly<Record<string, Option>> = {
  yes: { type: 'boolean', description: 'Read the sessions found on this machine without asking' },
  agent: {
    type: 'string',
    isMultiple: true,
    value: 'NAME',
    description: 'Only sessions of this agent, for instance claude-code',
  },
  limit: {
    type: 'string',
    value: 'N',
    description: 'How many sessions at most, the newest first',
    facts: [phrase`default ${usualSessions}`],
  },
}

/** The named files, or without names what agents saved on this machine, once its user has said yes. */
export async function savedSessions(
  context: CommandContext,
  args: Arguments,
): Promise<{ readonly files: readonly ReadSession[]; readonly unread: readonly Phrase[] }> {
  if (args.operands.length > 0) {
    const files = args.operands.map((path) => ({ name: basename(path), text: readTextFile(path) }))
    return { files, unread: [] }
  }
  const { deps, output } = context
  const sessions = await deps.agentSessions(sessionFolders(machineOf(deps.environment)))
  const all = await sessions.find()
  const wanted = ofAgents(all, args.texts('agent'))
  if (wanted.length === 0)
    throw new EngineError('invalid_input', 'No saved session of a coding agent was found', {
      hint: 'Name the file of a session. The guide says which agents are known.',
    })
  const chosen = bounded(wanted, args.number('limit') ?? usualSessions)
  output.note(found(context, wanted, chosen))
  if (!args.isSet('yes') && !(await mayRead(context))) return { files: [], unread: [] }
  const files: ReadSession[] = []
  const unread: Phrase[] = []
  for (const session of chosen) {
    if (context.signal.aborted) break
    try {
      files.push({ name: session.name, text: await sessions.read(session) })
    } catch (error) {
      // A file may be gone, or locked, since it was listed.
      unread.push(
        phrase`${session.name} was not read: ${error instanceof Error ? error.message : ''}`,
      )
    }
  }
  return { files, unread }
}

function ofAgents(all: readonly FoundSession[], names: readonly string[]): readonly FoundSession[] {
  if (names.length === 0) return all
  const known = new Set(all.map(({ agent }) => agent))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new UsageError(
      phrase`No session of ${unknown} was found`,
      known.size === 0 ? undefined : phrase`Found: ${[...known].join(', ')}.`,
    )
  return all.filter(({ agent }) => names.includes(agent))
}

function bounded(sessions: readonly FoundSession[], limit: number): readonly FoundSession[] {
  let bytes = 0
  return sessions.slice(0, limit).filter((session) => {
    bytes += session.bytes
    return bytes <= mostBytes
  })
}

function found(
  { output: { say } }: CommandContext,
  all: readonly FoundSession[],
  chosen: readonly FoundSession[],
): string {
  const agents = Map.groupBy(all, ({ agent }) => agent)
  const list = [...agents].map(([agent, those]) => `${agent} ${those.length}`).join(', ')
  const bytes = chosen.reduce((sum, one) => sum + one.bytes, 0)
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return [
    say(counted(all.length, 'Found {} session:', 'Found {} sessions:')),
    `${list}.`,
    say(counted(chosen.length, 'The newest, {}, would be read', 'The newest {} would be read')),
    `(${size}).`,
    say('Nothing leaves this machine.'),
  ].join(' ')
}

function mayRead({ output: { say } }: CommandContext): Promise<boolean> {
  return askYes(say('Read them? [y/N]'), english('Add --yes to read them, or name the files.'))
}
