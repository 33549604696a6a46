import { type Location, locations } from './client-locations.ts'
import {
  type ClientFile,
  claudeCodeReads,
  type HookReach,
  opencodeReads,
  type SetupClient,
} from './clients.ts'
import { jsoncEditor } from './edit-jsonc.ts'
import type { Edit, Editor, Setting } from './editor.ts'
import { clinePlugin, opencodePlugin, piExtension } from './hook-plugins.ts'

/** The one value of a file that is ours from its first byte to its last. */
const wholeText = ['text'] as const

/** A file that nobody writes but us: a plugin of another program. */
const wholeFileEditor: Editor = {
  empty: '',
  parse: (text) => ({ text }),
  set: (_, __, value) => String(value),
  remove: () => '',
}

/** Seconds that an agent waits at most; the daemon answers in milliseconds. */
const patienceS = 10

/**
 * Every client that lets a hook replace what its tools print, as data: what each of them wants was
 * seen with the program itself, see docs/guides/hooks.md.
 */
export const hookClients: readonly SetupClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    files: [
      hookFile(locations.claudeCodeSettings, jsoncEditor, (hook, omissions) => [
        added(['hooks', 'PostToolUse'], { matcher: 'Bash|mcp__.*', hooks: [httpHandler(hook)] }),
        added(['hooks', 'UserPromptSubmit'], { hooks: [httpHandler(hook)] }),
        // What fails can only be shortened while it runs.
        added(['hooks', 'PreToolUse'], {
          matcher: 'Bash',
          hooks: [commandHandler(filtering(hook, 'claude-code'))],
        }),
        {
          path: ['permissions', 'allow'],
          value: ['Bash(set -o pipefail)', `Bash(${hook.command} hook claude-code --of:*)`],
          isAdded: true,
        },
        ...claudeCodeReads(omissions),
      ]),
    ],
  },
  {
    id: 'codex',
    title: 'Codex',
    note: 'Codex runs no hook that is not trusted, and says nothing: start it, enter /hooks, and trust this one.',
    files: [
      hookFile(locations.codexHooks, jsoncEditor, (hook) => [
        added(['hooks', 'PreToolUse'], {
          matcher: 'Bash',
          hooks: [commandHandler(filtering(hook, 'codex'))],
        }),
        added(['hooks', 'UserPromptSubmit'], {
          hooks: [commandHandler(`${hook.command} hook codex`)],
        }),
      ]),
    ],
  },
  {
    id: 'opencode',
    title: 'opencode',
    files: [
      pluginFile(locations.opencodePlugin, opencodePlugin),
      {
        ...hookFile(locations.opencode, jsoncEditor, (_, omissions) => opencodeReads(omissions)),
        locations: [locations.opencode, locations.opencodeComments],
      },
    ],
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    files: [
      hookFile(locations.gemini, jsoncEditor, (hook) =>
        ['AfterTool', 'BeforeAgent'].map((event) =>
          added(['hooks', event], named(hook, 'gemini-cli')),
        ),
      ),
    ],
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    files: [
      hookFile(locations.qwen, jsoncEditor, (hook) =>
        ['PostToolUse', 'UserPromptSubmit'].map((event) =>
          added(['hooks', event], named(hook, 'qwen-code')),
        ),
      ),
    ],
  },
  { id: 'pi', title: 'pi', files: [pluginFile(locations.piExtension, piExtension)] },
  {
    id: 'copilot-cli',
    title: 'Copilot CLI',
    files: [
      pluginFile(
        locations.copilotHooks,
        (hook) => `${JSON.stringify(copilotHooks(hook), null, 2)}\n`,
      ),
    ],
  },
  { id: 'cline', title: 'Cline', files: [pluginFile(locations.clinePlugin, clinePlugin)] },
]

function hookFile(
  location: Location,
  editor: Editor,
  edits: (hook: HookReach, omissions: string | undefined) => readonly Edit[],
): ClientFile {
  return {
    locations: [location],
    editor,
    edits: ({ hook, omissions }) => (hook ? edits(hook, omissions) : []),
  }
}

/** A file of our own, in a folder that the client reads. */
function pluginFile(location: Location, text: (hook: HookReach) => string): ClientFile {
  return hookFile(location, wholeFileEditor, (hook) => [{ path: wholeText, value: text(hook) }])
}

function added(path: readonly string[], entry: Setting): Edit {
  return { path, value: [entry], isAdded: true }
}

function httpHandler({ url, isTokenNeeded }: HookReach): Setting {
  return {
    type: 'http',
    url: `${url}/api/hook/claude-code`,
    timeout: patienceS,
    // The name of the variable, not what it holds.
    ...(isTokenNeeded
      ? { headers: { 'x-tamis-token': '$TAMIS_TOKEN' }, allowedEnvVars: ['TAMIS_TOKEN'] }
      : {}),
  }
}

function commandHandler(command: string): Setting {
  return { type: 'command', command, timeout: patienceS }
}

function filtering({ command }: HookReach, agent: string): string {
  const filter = `${command} hook ${agent} --of`
  return `${command} hook ${agent} --filter '${filter.replaceAll("'", `'\\''`)}'`
}

/** Gemini CLI and its relatives name their hooks, and count in milliseconds. */
function named({ command }: HookReach, agent: string): Setting {
  const handler = {
    name: 'tamis',
    type: 'command',
    command: `${command} hook ${agent}`,
    timeout: patienceS * 1000,
  }
  return { matcher: '*', hooks: [handler] }
}

function copilotHooks({ command }: HookReach): object {
  const handler = {
    type: 'command',
    bash: `${command} hook copilot-cli`,
    powershell: `${command} hook copilot-cli`,
    timeoutSec: patienceS,
  }
  return { version: 1, hooks: { postToolUse: [handler], userPromptSubmitted: [handler] } }
}
