import type { Command } from './command.ts'

interface FoundCommand {
  readonly command: Command
  /** The words after its name. */
  readonly rest: readonly string[]
}

/** Commands that are read without the others, so that they start sooner; each is one word. */
export const readAlone: Readonly<Record<string, () => Promise<Command>>> = {
  prune: async () => (await import('./commands/prune.ts')).prune,
  sh: async () => (await import('./commands/sh.ts')).sh,
  hook: async () => (await import('./commands/hook.ts')).hook,
  recover: async () => (await import('./commands/recover.ts')).recover,
  mask: async () => (await import('./commands/mask.ts')).mask,
  run: async () => (await import('./commands/run.ts')).run,
  up: async () => (await import('./commands/daemon/up.ts')).up,
  stop: async () => (await import('./commands/daemon/stop.ts')).stop,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
}

/** The command that the first words name; the longest name counts. */
export async function findCommand(words: readonly string[]): Promise<FoundCommand | undefined> {
  const [first = ''] = words
  const alone = Object.hasOwn(readAlone, first) ? await readAlone[first]?.() : undefined
  if (alone) return { command: alone, rest: words.slice(1) }
  const { commands } = await import('./commands.ts')
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((candidate) => candidate.name === name)
    if (command && words.length >= length) return { command, rest: words.slice(length) }
  }
  return undefined
}
