import { claudeCode } from './agents/claude-code.ts'
import { cline } from './agents/cline.ts'
import { codex } from './agents/codex.ts'
import { copilotCli } from './agents/copilot-cli.ts'
import { geminiCli } from './agents/gemini-cli.ts'
import { opencode } from './agents/opencode.ts'
import { pi } from './agents/pi.ts'
import { qwenCode } from './agents/qwen-code.ts'
import type { HookDialect } from './hook-event.ts'

/** Every agent that lets a hook shorten what its tools print, by the name `tamis setup` knows it by. */
export const hookAgents = {
  'claude-code': claudeCode,
  codex,
  opencode,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  pi,
  'copilot-cli': copilotCli,
  cline,
} as const satisfies Readonly<Record<string, HookDialect>>

export type HookAgent = keyof typeof hookAgents
export const hookAgentNames = Object.keys(hookAgents) as [HookAgent, ...HookAgent[]]
