import { type Location, locations } from '../client-locations.ts'
import { dotenvEditor } from './edit-dotenv.ts'
import { jsoncEditor } from './edit-jsonc.ts'
import { tomlEditor } from './edit-toml.ts'
import { yamlEditor } from './edit-yaml.ts'
import type { Edit, Editor, Setting } from './editor.ts'

/** How a client reaches Tamis. */
export interface Reach {
  /** The MCP server: a command the client starts, or the address of the daemon. */
  readonly mcp:
    | { readonly command: string; readonly args: readonly string[] }
    | { readonly url: string }
  /** The daemon's address, when the client's models are to be asked through the proxy. */
  readonly proxy: string | undefined
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
  readonly files: readonly ClientFile[]
}

type Entry = (mcp: Reach['mcp']) => Setting

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
    edits: ({ mcp }) => [{ path: [path, 'tamis'], value: make(mcp) }],
  }
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
      proxyFile(
        locations.claudeCodeSettings,
        jsoncEditor,
        ['env', 'ANTHROPIC_BASE_URL'],
        (proxy) => proxy,
      ),
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
          { path: ['mcp_servers', 'tamis'], value: entry((url) => ({ url }))(mcp) },
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
        edits: ({ mcp, proxy }) => [
          { path: ['mcp', 'tamis'], value: opencodeEntry(mcp) },
          ...(proxy === undefined ? [] : ['openai', 'anthropic']).map((provider) => ({
            path: ['provider', provider, 'options', 'baseURL'],
            value: `${proxy}/v1`,
          })),
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

function opencodeEntry(mcp: Reach['mcp']): Setting {
  return 'url' in mcp
    ? { type: 'remote', url: mcp.url, enabled: true }
    : { type: 'local', command: [mcp.command, ...mcp.args], enabled: true }
}
