import type { ToolCall } from '../../test/e2e/proxy/provider-replies.ts'

/** A command-line agent that works in a loop, and how it is told where its models are. */
export interface LoopAgent {
  readonly id: string
  readonly package: string
  /** The program inside `node_modules`, and whether Node runs it. */
  readonly program: string
  readonly isScript?: boolean
  /** Whose prices its model has. */
  readonly model: string
  readonly reach: (url: string, home: string) => Reach
  /** How it runs a command, where `taskTools` says otherwise. */
  readonly run?: (command: string) => Omit<ToolCall, 'id'>
  /** Its own tool that reads a file, under the names it may be offered by. */
  readonly read: (file: string, tools: readonly string[]) => Omit<ToolCall, 'id'>
}

export interface Reach {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Files of its own, by their path in the home. */
  readonly files?: Readonly<Record<string, string>>
}

const platform = `${process.platform}-${process.arch}`
const prompt = 'Read all notes in order, then say what they have in common'

export const loopAgents: readonly LoopAgent[] = [
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code@2.1.326',
    program: `@anthropic-ai/claude-code-${platform}/claude`,
    model: 'claude-sonnet-4-5',
    reach: (url) => ({
      words: ['--allowedTools', 'Read,Edit,Bash', '--model', 'claude-sonnet-4-5', '-p', prompt],
      environment: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'sk-local',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    }),
    read: (file) => ({ name: 'Read', input: { file_path: file } }),
  },
  {
    id: 'codex',
    package: '@openai/codex@0.169.0',
    program: '.bin/codex',
    model: 'gpt-5',
    reach: (url) => ({
      words: [
        'exec',
        '--skip-git-repo-check',
        '--dangerously-bypass-approvals-and-sandbox',
        '-c',
        `openai_base_url="${url}/v1"`,
        '-m',
        'gpt-5',
        prompt,
      ],
      environment: { OPENAI_API_KEY: 'sk-local', CODEX_API_KEY: 'sk-local' },
    }),
    read: (file) => ({ name: 'exec_command', input: { cmd: `sleep 0.3; cat ${file}` } }),
  },
  {
    id: 'opencode',
    package: 'opencode-ai@1.18.33',
    program: `opencode-${platform}/bin/opencode`,
    model: 'gpt-5',
    reach: (url) => ({
      words: ['run', '-m', 'openai/gpt-5', prompt],
      environment: {
        OPENAI_API_KEY: 'sk-local',
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          provider: { openai: { options: { baseURL: `${url}/v1` } } },
        }),
      },
    }),
    read: (file) => ({ name: 'read', input: { filePath: file } }),
  },
  {
    id: 'gemini-cli',
    package: '@google/gemini-cli@0.61.0',
    program: '@google/gemini-cli/bundle/gemini.js',
    isScript: true,
    model: 'gemini-2.5-flash',
    reach: (url) => ({
      words: ['--yolo', '--skip-trust', '-m', 'gemini-2.5-flash', '-p', prompt],
      environment: { GEMINI_API_KEY: 'local', GOOGLE_GEMINI_BASE_URL: url },
      files: {
        // A model that follows a script cannot judge whether it goes in circles.
        '.gemini/settings.json': JSON.stringify({
          security: { auth: { selectedType: 'gemini-api-key' } },
          model: { disableLoopDetection: true },
        }),
      },
    }),
    read: (file) => ({ name: 'read_file', input: { file_path: file } }),
  },
  {
    id: 'qwen-code',
    package: '@qwen-code/qwen-code@0.24.4',
    program: '@qwen-code/qwen-code/cli.js',
    isScript: true,
    model: 'qwen3-coder-plus',
    reach: (url) => ({
      words: ['--yolo', '--auth-type', 'openai', '-p', prompt],
      environment: {
        OPENAI_API_KEY: 'sk-local',
        OPENAI_BASE_URL: `${url}/v1`,
        OPENAI_MODEL: 'qwen3-coder-plus',
      },
    }),
    read: (file) => ({ name: 'read_file', input: { file_path: file, absolute_path: file } }),
  },
  {
    id: 'pi',
    package: '@mariozechner/pi-coding-agent@0.73.1',
    program: '@mariozechner/pi-coding-agent/dist/cli.js',
    isScript: true,
    model: 'claude-sonnet-4-5',
    reach: (url) => ({
      words: ['--provider', 'anthropic', '--model', 'claude-sonnet-4-5', '-p', prompt],
      environment: { ANTHROPIC_API_KEY: 'sk-local' },
      files: {
        '.pi/agent/models.json': JSON.stringify({ providers: { anthropic: { baseUrl: url } } }),
      },
    }),
    read: (file) => ({ name: 'read', input: { path: file } }),
  },
  {
    id: 'copilot-cli',
    package: '@github/copilot@1.0.102',
    program: `@github/copilot-${platform}/copilot`,
    model: 'gpt-5',
    reach: (url) => ({
      words: ['--allow-all-tools', '--allow-all-paths', '-p', prompt],
      environment: {
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_API_KEY: 'sk-local',
        COPILOT_MODEL: 'gpt-5',
        // As many as the model takes: by default it summarises a session of this length.
        COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '272000',
      },
    }),
    read: (file) => ({ name: 'view', input: { path: file } }),
  },
  {
    id: 'cline',
    package: 'cline@3.0.65',
    program: '.bin/cline',
    model: 'gpt-5',
    reach: (url) => ({
      words: ['-P', 'openai-compatible', prompt],
      environment: {},
      files: {
        '.cline/data/settings/providers.json': JSON.stringify({
          version: 1,
          lastUsedProvider: 'openai-compatible',
          modes: {},
          providers: {
            'openai-compatible': {
              settings: {
                provider: 'openai-compatible',
                apiKey: 'sk-local',
                model: 'gpt-5',
                baseUrl: `${url}/v1`,
              },
              updatedAt: '2026-11-01T00:00:00.000Z',
              tokenSource: 'manual',
            },
          },
        }),
      },
    }),
    read: (file) => ({ name: 'read_files', input: { files: [{ path: file }] } }),
  },
]
