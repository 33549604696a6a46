import { join } from 'node:path'
import type { ToolCall } from '../../test/e2e/proxy/provider-replies.ts'
import type { OfferedTool, Script } from './scripted-model.ts'

/** A command-line agent from npm, and how one session of it goes. */
export interface Agent {
  /** The name that `tamis setup` knows it by. */
  readonly id: string
  readonly title: string
  readonly package: string
  /** The program inside `node_modules`, and whether Node runs it. */
  readonly program: string
  readonly isScript?: boolean
  /** What follows the program's name; the last word is the prompt. */
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Files of its own that a person who uses it already has. */
  readonly files?: Readonly<Record<string, string>>
  readonly script: (folder: string) => Script
}

const platform = `${process.platform}-${process.arch}`
const prompt = 'Read note.txt, then prune the log'

const mostCalls = 10

/**
 * A tool of the agent's own, then ours, then the last words. Where ours is not offered yet, because the
 * server is still starting or has to be searched for, the model searches or does its own thing again.
 */
function inOrder(own: (folder: string) => Omit<ToolCall, 'id'>): Agent['script'] {
  return (folder) => (tools, history, results) => {
    const isRead = history.includes('the word is heron')
    const isPruned = /prn_\w/.test(history)
    if ((isRead && isPruned) || results >= mostCalls) return undefined
    const id = `call_${results}`
    return { id, ...((isRead ? ours(tools) : undefined) ?? own(folder)) }
  }
}

function ours(tools: readonly OfferedTool[]): Omit<ToolCall, 'id'> | undefined {
  const prune = tools.find(({ name }) => name.endsWith('prune_text'))
  if (prune) return { ...pruneCall, ...prune }
  return tools.some(({ name }) => name === search.name) ? search : undefined
}

/** Claude Code lists the tools of other servers only once they were searched for. */
const search = { name: 'ToolSearch', input: { query: 'select:mcp__tamis__prune_text' } }

const pruneCall = {
  input: {
    text: 'start\nstep\nerror: it broke here\nstep\n'.repeat(20),
    goal_hint: 'why did it break',
    source_type: 'logs',
    options: {
      max_prune_ratio: 0.9,
      min_keep_lines: 5,
      timeout_ms: 5000,
      annotate_lines: false,
      include_markers: true,
    },
  },
}

export const agents: readonly Agent[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code@2.1.326',
    program: `@anthropic-ai/claude-code-${platform}/claude`,
    words: ['--allowedTools', 'mcp__tamis__prune_text,Read', '-p', prompt],
    environment: { ANTHROPIC_API_KEY: 'sk-local', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    script: inOrder((folder) => ({
      name: 'Read',
      input: { file_path: join(folder, 'note.txt') },
    })),
  },
  {
    id: 'codex',
    title: 'Codex',
    package: '@openai/codex@0.169.0',
    program: '.bin/codex',
    words: [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '-m',
      'gpt-5',
      prompt,
    ],
    environment: { OPENAI_API_KEY: 'sk-local', CODEX_API_KEY: 'sk-local' },
    script: inOrder(() => ({ name: 'exec_command', input: { cmd: 'sleep 1; cat note.txt' } })),
  },
  {
    id: 'opencode',
    title: 'opencode',
    package: 'opencode-ai@1.18.33',
    program: `opencode-${platform}/bin/opencode`,
    words: ['run', '-m', 'openai/gpt-5', prompt],
    environment: { OPENAI_API_KEY: 'sk-local' },
    script: inOrder((folder) => ({ name: 'read', input: { filePath: join(folder, 'note.txt') } })),
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    package: '@google/gemini-cli@0.61.0',
    program: '@google/gemini-cli/bundle/gemini.js',
    isScript: true,
    words: ['--yolo', '--skip-trust', '-m', 'gemini-2.5-flash', '-p', prompt],
    environment: { GEMINI_API_KEY: 'local' },
    files: {
      '.gemini/settings.json': '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n',
    },
    script: inOrder((folder) => ({
      name: 'read_file',
      input: { file_path: join(folder, 'note.txt') },
    })),
  },
]
