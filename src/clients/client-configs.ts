import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import { type Location, locate, locations, type Machine } from './client-locations.ts'
import { jsoncEditor } from './edit-jsonc.ts'

/** An MCP server as another client's configuration has it; secrets are replaced by names of variables. */
export interface FoundServer {
  readonly name: string
  readonly client: string
  readonly file: string
  /** The lines of `tamis.toml` that would add it. */
  readonly toml: string
  /** Variables that must be set in the environment before it works. */
  readonly variables: readonly string[]
}

const clientServer = z.looseObject({
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  http_headers: z.record(z.string(), z.string()).default({}),
})

type ClientServer = z.infer<typeof clientServer>

interface ClientFile {
  readonly client: string
  readonly file: string
  /** Where in the file the servers are. */
  readonly key: 'mcpServers' | 'servers' | 'mcp_servers'
}

/** Every place where a known client keeps its servers, for this user and this folder. */
export function clientFiles(folder: string, machine: Machine): readonly ClientFile[] {
  const of = (location: Location): string => locate(location, machine)
  return [
    { client: 'Claude Code', file: of(locations.claudeCode), key: 'mcpServers' },
    { client: 'Claude Code', file: join(folder, '.mcp.json'), key: 'mcpServers' },
    { client: 'Claude Desktop', file: of(locations.claudeDesktop), key: 'mcpServers' },
    { client: 'Cursor', file: of(locations.cursor), key: 'mcpServers' },
    { client: 'Cursor', file: join(folder, '.cursor/mcp.json'), key: 'mcpServers' },
    { client: 'VS Code', file: of(locations.vscode), key: 'servers' },
    { client: 'VS Code', file: join(folder, '.vscode/mcp.json'), key: 'servers' },
    { client: 'Codex', file: of(locations.codex), key: 'mcp_servers' },
    { client: 'Gemini CLI', file: of(locations.gemini), key: 'mcpServers' },
    { client: 'Cline', file: of(locations.cline), key: 'mcpServers' },
  ]
}

/** What `tamis setup` writes: an entry that leads back to us. */
const ourName = 'tamis'

/** The servers of all those files; a file that cannot be read is named in `problems`. */
export function findClientServers(files: readonly ClientFile[]): {
  readonly servers: readonly FoundServer[]
  readonly problems: readonly string[]
} {
  const servers: FoundServer[] = []
  const problems: string[] = []
  for (const source of files.filter(({ file }) => existsSync(file))) {
    const table = readServers(source)
    if (table === undefined) problems.push(`${source.file} cannot be read`)
    for (const [name, raw] of Object.entries(table ?? {}).filter(([key]) => key !== ourName)) {
      const server = clientServer.safeParse(raw)
      if (server.success && (server.data.command ?? server.data.url ?? server.data.httpUrl))
        servers.push(toFound(plainName(name), source, server.data))
      else problems.push(`${source.file}: ${name} is neither a command nor an address`)
    }
  }
  return { servers: withoutTwins(servers), problems }
}

function readServers({ file, key }: ClientFile): Record<string, unknown> | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const whole: unknown = file.endsWith('.toml') ? parseToml(text) : jsoncEditor.parse(text)
    const found = z
      .looseObject({ [key]: z.record(z.string(), z.unknown()).default({}) })
      .parse(whole)
    return found[key] as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** The same name in several clients is one server if it is the same, else the later gets a number. */
function withoutTwins(servers: readonly FoundServer[]): readonly FoundServer[] {
  const seen = new Map<string, string>()
  return servers.filter(({ name, toml }) => {
    if (seen.has(name)) return false
    seen.set(name, toml)
    return true
  })
}

function toFound(name: string, { client, file }: ClientFile, server: ClientServer): FoundServer {
  const variables = new Set<string>()
  const headers = { ...server.headers, ...server.http_headers }
  const lines = [
    `[gateway.servers.${JSON.stringify(name)}]`,
    ...(server.command === undefined
      ? [
          `url = ${JSON.stringify(server.url ?? server.httpUrl)}`,
          ...table('headers', headers, variables, name),
        ]
      : [
          `command = ${JSON.stringify(server.command)}`,
          `args = ${JSON.stringify(server.args)}`,
          ...(server.cwd ? [`cwd = ${JSON.stringify(server.cwd)}`] : []),
          ...table('env', server.env, variables, name),
        ]),
  ]
  return { name, client, file, toml: lines.join('\n'), variables: [...variables] }
}

/** Values stay where they are: the new configuration only names variables. */
function table(
  key: 'env' | 'headers',
  values: Readonly<Record<string, string>>,
  variables: Set<string>,
  server: string,
): readonly string[] {
  const entries = Object.entries(values).map(([field, value]) => {
    const named = value.match(/^\$\{?(?:env:)?([A-Za-z_]\w*)\}?$/)?.[1]
    const variable = named ?? (key === 'env' ? field : variableFor(server, field))
    variables.add(variable)
    const prefix = key === 'headers' && /^Bearer /i.test(value) ? 'Bearer ' : ''
    return `${JSON.stringify(field)} = ${JSON.stringify(`${prefix}\${${variable}}`)}`
  })
  return entries.length > 0 ? [`${key} = { ${entries.join(', ')} }`] : []
}

function variableFor(server: string, field: string): string {
  return `${server}_${field}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
}

function plainName(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 32) || 'server'
  )
}
