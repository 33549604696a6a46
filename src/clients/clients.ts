import { type Location, locations } from './client-locations.ts'
import { dotenvEditor } from './edit-dotenv.ts'
import { jsoncEditor } from './edit-jsonc.ts'
import { tomlEditor } from './edit-toml.ts'
import { yamlEditor } from './edit-yaml.ts'
import type { Edit, Editor, Setting } from './editor.ts'

/** How a client reaches Tamis. */
export interface Reach {
  /** The MCP server: a command the client starts, or the address of the daemon; absent: none is written. */
  readonly mcp: McpReach | undefined
  /** The daemon's address, when the client's models are to be asked through the proxy. */
  readonly proxy: string | undefined
  /** What a hook inside the client needs, when one is set up. */
  readonly hook?: HookReach | undefined
  /** The folder of what was left out, where there are files of it. */
  readonly omissions?: string | undefined
}

type McpReach =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly url: string }

/** How a hook inside a client reaches Tamis. */
export interface HookReach {
  /** The daemon's address. */
  readonly url: string
  /** Where the daemon leaves its address. */
  readonly home: string
  /** The program, as a shell reads it. */
  readonly command: string
  /** Whether a token is asked for, which stays in the environment. */
  readonly isTokenNeeded: boolean
}

/** A file of a client, and what stands in it when Tamis is set up. */
export interface ClientFile {
  /** The first of them that is there, else the first. */
  readonly locations: readonly [Location, ...Location[]]
  readonly editor: Editor
  edits(reach: Reach): readonly Edit[]
}

/** A program that can be set up to use Tamis. */
export interface SetupClient {
  readonly id: string
  readonly title: string
  /** Said where the file cannot hold the proxy's address. */
  readonly proxyNote?: string
  /** Said where the client can only start its servers. */
  readonly isStdioOnly?: boolean
  /** What is left to do by hand. */
  readonly note?: string
  readonly files: readonly ClientFile[]
}

type Entry = (mcp: McpReach) => Setting

/** Command and arguments, or an address under the name that the client gives it. */
function entry(urlFields: (url: string) => Setting, type: Setting = {}): Entry {
  return (mcp) =>
    'url' in mcp
      ? urlFields(mcp.url)
      : { ...(type as object), command: mcp.command, args: mcp.args }
}

function serverFile(
  location: Location,
  path: string,
  make: Entry,
  editor = jsoncEditor,
): ClientFile {
  return {
    locations: [location],
    editor,
    edits: ({ mcp }) => serverEdits(mcp, path, make),
  }
}

function serverEdits(mcp: McpReach | undefined, path: string, make: Entry): readonly Edit[] {
  return mcp ? [{ path: [path, 'tamis'], value: make(mcp) }] : []
}

function proxyFile(
  location: Location,
  editor: Editor,
  path: readonly string[],
  address: (proxy: string) => string,
): ClientFile {
  return {
    locations: [location],
    editor,
    edits: ({ proxy }) => (proxy === undefined ? [] : [{ path, value: address(proxy) }]),
  }
}

const typed = entry((url) => ({ type: 'http', url }), { type: 'stdio' })
const inItsOwnSettings = 'set the base URL in the settings of its models'

/** Every client of `tamis setup`, as data. */
export const setupClients: readonly SetupClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    files: [
      serverFile(locations.claudeCode, 'mcpServers', typed),
      {
        locations: [locations.claudeCodeSettings],
        editor: jsoncEditor,
        edits: ({ proxy, omissions }) =>
          proxy === undefined
            ? []
            : [
                { path: ['env', 'ANTHROPIC_BASE_URL'], value: proxy },
                ...claudeCodeReads(omissions),
              ],
      },
    ],
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    isStdioOnly: true,
    proxyNote: 'Claude Desktop asks its own service only; the proxy cannot stand between.',
    files: [
      serverFile(
        locations.claudeDesktop,
        'mcpServers',
        entry((url) => ({ url })),
      ),
    ],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    proxyNote: `Cursor keeps no base URL in a file: ${inItsOwnSettings}.`,
    files: [
      serverFile(
        locations.cursor,
        'mcpServers',
        entry((url) => ({ url })),
      ),
    ],
  },
  {
    id: 'vscode',
    title: 'VS Code',
    proxyNote: `VS Code keeps no base URL in a file: ${inItsOwnSettings}.`,
    files: [serverFile(locations.vscode, 'servers', typed)],
  },
  {
    id: 'codex',
    title: 'Codex',
    files: [
      {
        locations: [locations.codex],
        editor: tomlEditor,
        edits: ({ mcp, proxy }) => [
          ...serverEdits(
            mcp,
            'mcp_servers',
            entry((url) => ({ url })),
          ),
          ...(proxy === undefined ? [] : [{ path: ['openai_base_url'], value: `${proxy}/v1` }]),
        ],
      },
    ],
  },
  {
    id: 'opencode',
    title: 'opencode',
    files: [
      {
        locations: [locations.opencode, locations.opencodeComments],
        editor: jsoncEditor,
        edits: ({ mcp, proxy, omissions }) => [
          ...serverEdits(mcp, 'mcp', opencodeEntry),
          ...(proxy === undefined ? [] : ['openai', 'anthropic']).map((provider) => ({
            path: ['provider', provider, 'options', 'baseURL'],
            value: `${proxy}/v1`,
          })),
          ...(proxy === undefined ? [] : opencodeReads(omissions)),
        ],
      },
    ],
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    files: [
      serverFile(
        locations.gemini,
        'mcpServers',
        entry((url) => ({ httpUrl: url })),
      ),
      proxyFile(
        locations.geminiEnvironment,
        dotenvEditor,
        ['GOOGLE_GEMINI_BASE_URL'],
        (proxy) => proxy,
      ),
    ],
  },
  {
    id: 'continue',
    title: 'Continue',
    proxyNote: 'Continue has a base URL for each model: set apiBase of those that are to pass.',
    files: [
      serverFile(
        locations.continue,
        'mcpServers',
        entry((url) => ({ type: 'streamable-http', url })),
        yamlEditor,
      ),
    ],
  },
  {
    id: 'cline',
    title: 'Cline',
    proxyNote: `Cline keeps no base URL in a file: ${inItsOwnSettings}.`,
    files: [
      serverFile(
        locations.cline,
        'mcpServers',
        entry((url) => ({ type: 'streamableHttp', url })),
      ),
    ],
  },
]

/** Claude Code asks before it reads outside its folder. */
export function claudeCodeReads(omissions: string | undefined): readonly Edit[] {
  if (omissions === undefined) return []
  // A path from the root begins with two slashes there.
  return [
    {
      path: ['permissions', 'allow'],
      value: [`Read(/${omissions}/**)`],
      isAdded: true,
      isOptional: true,
    },
  ]
}

/** opencode asks before it reads outside its folder. */
export function opencodeReads(omissions: string | undefined): readonly Edit[] {
  if (omissions === undefined) return []
  return [
    {
      path: ['permission', 'external_directory', `${omissions}/**`],
      value: 'allow',
      isOptional: true,
    },
  ]
}

function opencodeEntry(mcp: McpReach): Setting {
  return 'url' in mcp
    ? { type: 'remote', url: mcp.url, enabled: true }
    : { type: 'local', command: [mcp.command, ...mcp.args], enabled: true }
}
