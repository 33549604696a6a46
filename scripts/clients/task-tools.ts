import type { ToolCall } from '../../test/e2e/proxy/provider-replies.ts'

type Call = Omit<ToolCall, 'id'>

/** How an agent's own tools run a command and change a line of a file. */
export interface TaskTools {
  readonly run: (command: string) => Call
  readonly edit: (file: string, before: string, after: string) => Call
}

const patch = (file: string, before: string, after: string): string =>
  `*** Begin Patch\n*** Update File: ${file}\n@@\n-${before}\n+${after}\n*** End Patch\n`

/** How an agent's own tools run a command. */
export function runTool({ id, run }: { readonly id: string; readonly run?: TaskTools['run'] }) {
  const found = run ?? taskTools[id]?.run
  if (!found) throw new Error(`${id} has no tool that runs a command`)
  return found
}

/** By the agent's id, as seen in what each offered its model in November 2026. */
export const taskTools: Readonly<Record<string, TaskTools>> = {
  'claude-code': {
    run: (command) => ({ name: 'Bash', input: { command } }),
    edit: (file, before, after) => ({
      name: 'Edit',
      input: { file_path: file, old_string: before, new_string: after },
    }),
  },
  codex: {
    run: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    edit: (file, before, after) => ({
      name: 'exec_command',
      input: { cmd: `apply_patch <<'EOF'\n${patch(file, before, after)}EOF` },
    }),
  },
  opencode: {
    run: (command) => ({ name: 'bash', input: { command } }),
    edit: (file, before, after) => ({
      name: 'apply_patch',
      input: { patchText: patch(file, before, after) },
    }),
  },
  'gemini-cli': {
    run: (command) => ({ name: 'run_shell_command', input: { command } }),
    edit: (file, before, after) => ({
      name: 'replace',
      input: {
        file_path: file,
        instruction: 'mend it',
        old_string: before,
        new_string: after,
      },
    }),
  },
  'qwen-code': {
    run: (command) => ({ name: 'run_shell_command', input: { command, is_background: false } }),
    edit: (file, before, after) => ({
      name: 'edit',
      input: { file_path: file, old_string: before, new_string: after },
    }),
  },
  pi: {
    run: (command) => ({ name: 'bash', input: { command } }),
    edit: (path, before, after) => ({
      name: 'edit',
      input: { path, edits: [{ oldText: before, newText: after }] },
    }),
  },
  'copilot-cli': {
    run: (command) => ({ name: 'bash', input: { command, description: 'run it' } }),
    edit: (path, before, after) => ({
      name: 'edit',
      input: { path, old_str: before, new_str: after },
    }),
  },
  cline: {
    run: (command) => ({ name: 'run_commands', input: { commands: [command] } }),
    edit: (file, before, after) => ({
      name: 'apply_patch',
      input: { input: patch(file, before, after) },
    }),
  },
}
