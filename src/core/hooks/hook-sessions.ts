/** What is known of the sessions that hooks have told of, while this process lives. */
interface HookSessions {
  /** What its user last asked for. */
  goalOf(session: string): string
  setGoal(session: string, goal: string): void
  /** Whether this very result was shortened before. */
  wasShortened(session: string, result: string): boolean
  setShortened(session: string, result: string): void
  /** The command whose output is passed through a filter. */
  commandOf(key: string): FilteredCommand | undefined
  setCommand(key: string, command: FilteredCommand): void
}

interface FilteredCommand {
  readonly session: string
  readonly command: string
}

interface Session {
  goal: string
  readonly shortened: Set<string>
}

const mostSessions = 500
const mostCommands = 2000
const mostShortened = 500
const longestGoal = 4000

/** Bounded: what was heard of longest ago is forgotten first. */
export function hookSessions(): HookSessions {
  const sessions = new Map<string, Session>()
  const commands = new Map<string, FilteredCommand>()

  function sessionOf(name: string): Session {
    const session = sessions.get(name) ?? { goal: '', shortened: new Set() }
    putLast(sessions, name, session, mostSessions)
    return session
  }

  return {
    goalOf: (name) => sessions.get(name)?.goal ?? '',
    setGoal(name, goal) {
      sessionOf(name).goal = goal.slice(0, longestGoal)
    },
    wasShortened: (name, result) => sessions.get(name)?.shortened.has(result) ?? false,
    setShortened(name, result) {
      const { shortened } = sessionOf(name)
      if (shortened.size >= mostShortened) shortened.clear()
      shortened.add(result)
    },
    commandOf: (key) => commands.get(key),
    setCommand: (key, command) => putLast(commands, key, command, mostCommands),
  }
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
