import { join } from 'node:path'
import type { Machine } from './client-locations.ts'

/** Where one agent keeps its sessions. */
export interface SessionFolder {
  readonly agent: string
  readonly folder: string
  /** Which files below the folder are sessions. */
  readonly pattern: string
}

/** Where coding agents keep their sessions, as each was seen to in November 2026. */
export function sessionFolders({ environment, home }: Machine): readonly SessionFolder[] {
  const shared = environment.XDG_DATA_HOME || join(home, '.local', 'share')
  const claude = environment.CLAUDE_CONFIG_DIR || join(home, '.claude')
  const codex = environment.CODEX_HOME || join(home, '.codex')
  return [
    { agent: 'claude-code', folder: join(claude, 'projects'), pattern: '**/*.jsonl' },
    { agent: 'codex', folder: join(codex, 'sessions'), pattern: '**/rollout-*.jsonl' },
    { agent: 'opencode', folder: join(shared, 'opencode'), pattern: 'opencode.db' },
    { agent: 'gemini-cli', folder: join(home, '.gemini', 'tmp'), pattern: '*/chats/session-*' },
    { agent: 'qwen-code', folder: join(home, '.qwen', 'projects'), pattern: '*/chats/*.jsonl' },
    { agent: 'pi', folder: join(home, '.pi', 'agent', 'sessions'), pattern: '*/*.jsonl' },
    {
      agent: 'copilot-cli',
      folder: join(home, '.copilot', 'session-state'),
      pattern: '*/events.jsonl',
    },
    {
      agent: 'cline',
      folder: join(home, '.cline', 'data', 'sessions'),
      pattern: '*/*.messages.json',
    },
  ]
}
