/** A session that an agent saved on this machine; nothing of it was read yet. */
export interface FoundSession {
  readonly agent: string
  /** Its file, and where one file holds many, which of them. */
  readonly name: string
  readonly modifiedMs: number
  readonly bytes: number
}

/** The saved sessions of coding agents on this machine. */
export interface AgentSessions {
  /** All there are, the newest first; folders that are not there hold none. */
  find(): Promise<readonly FoundSession[]>
  /** The text of one of them. */
  read(session: FoundSession): Promise<string>
}
