import { glob, readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { AgentSessions, FoundSession } from '../../ports/files/agent-sessions.ts'
import { isDatabase, isInDatabase, listOpencode, readOpencode } from './opencode-database.ts'

/** Where one agent keeps its sessions. */
interface SessionFolder {
  readonly agent: string
  readonly folder: string
  /** Which files below the folder are sessions. */
  readonly pattern: string
}

/** A larger file is no session that anybody could have sent to a model. */
const maxBytes = 256 * 1024 * 1024

/** Sessions in the files and databases below these folders. */
export function agentSessions(folders: readonly SessionFolder[]): AgentSessions {
  return {
    async find() {
      const found: FoundSession[] = []
      for (const folder of folders) found.push(...(await sessionsIn(folder)))
      return found.toSorted((a, b) => b.modifiedMs - a.modifiedMs)
    },
    async read({ name, bytes }) {
      if (bytes > maxBytes)
        throw new EngineError('invalid_input', phrase`${name} is larger than ${maxBytes} bytes`)
      return isInDatabase(name) ? readOpencode(name) : readFile(name, 'utf8')
    },
  }
}

async function sessionsIn({
  agent,
  folder,
  pattern,
}: SessionFolder): Promise<readonly FoundSession[]> {
  const found: FoundSession[] = []
  const root = resolve(folder)
  for await (const path of glob(pattern, { cwd: root })) {
    const name = join(root, path)
    if (!name.startsWith(root + sep)) continue
    const facts = await stat(name)
    if (!facts.isFile()) continue
    const file = { agent, name, modifiedMs: facts.mtimeMs, bytes: facts.size }
    found.push(...(isDatabase(name) ? listOpencode(file) : [file]))
  }
  return found
}
