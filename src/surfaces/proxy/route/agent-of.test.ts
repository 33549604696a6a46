import { expect, test } from 'vitest'
import { agentOf } from './agent-of.ts'

test.each([
  ['claude-cli/2.1.326 (external, cli)', 'claude-cli'],
  ['codex_cli_rs/0.169.0 (Debian 12; x86_64) xterm', 'codex_cli_rs'],
  ['GeminiCLI/0.61.0/gemini-2.5-pro (linux; x64)', 'GeminiCLI'],
  ['opencode/1.18.33 ai-sdk/provider-utils', 'opencode'],
  ['(none)', undefined],
  [undefined, undefined],
])('%o is called %o', (said, name) => {
  expect(agentOf(said === undefined ? {} : { 'user-agent': said })).toBe(name)
})
