import type { CatalogTool } from '../../../ports/store/catalog.ts'
import type { ServerStatus } from '../../../ports/tool-server.ts'

/** One upstream as people see it. */
export interface ServerReport {
  readonly server: string
  readonly state: ServerStatus['state']
  readonly transport: ServerStatus['transport'] | 'registered'
  readonly isQuarantined: boolean
  readonly tools: number
  /** Tools that wait for approval, new or changed. */
  readonly pending: number
  readonly problem?: string
}

/** Something a person should look at before trusting a tool. */
export interface Finding {
  readonly tool: string
  readonly finding: string
}

/** Everything suspicious about a catalog: what each tool carries, what shadows what, what changed. */
export function findingsIn(tools: readonly CatalogTool[]): readonly Finding[] {
  return [
    ...tools.flatMap(({ id, findings }) => findings.map((finding) => ({ tool: id, finding }))),
    ...shadows(tools),
    ...tools.flatMap((tool) =>
      tool.proposed ? [{ tool: tool.id, finding: `changed: ${diffOf(tool)}` }] : [],
    ),
  ]
}

/** Tools of different servers that share a name, or a name that differs only in look-alikes. */
function shadows(tools: readonly CatalogTool[]): readonly Finding[] {
  const byName = Map.groupBy(tools, ({ name }) => plainName(name))
  return [...byName.values()].flatMap((twins) => {
    const servers = new Set(twins.map(({ server }) => server))
    if (servers.size < 2) return []
    return twins.map(({ id, server }) => ({
      tool: id,
      finding: `shadows: ${[...servers].filter((name) => name !== server).join(', ')} offers the same name`,
    }))
  })
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}_\-\s]/gu, '')
    .toLowerCase()
}

/** What changed in a tool's description and parameters, in one line. */
export function diffOf({ description, inputSchema, proposed }: CatalogTool): string {
  if (!proposed) return ''
  const parts = [
    ...lineDiff(description.split('\n'), proposed.description.split('\n')),
    ...lineDiff(parameters(inputSchema), parameters(proposed.inputSchema)),
  ]
  return (parts.join(' ') || 'the schema, in detail').slice(0, longestDiff)
}

const longestDiff = 600

function lineDiff(before: readonly string[], after: readonly string[]): readonly string[] {
  const old = new Set(before)
  const fresh = new Set(after)
  return [
    ...before
      .filter((line) => line.trim() !== '' && !fresh.has(line))
      .map((line) => `- ${line.trim()}`),
    ...after
      .filter((line) => line.trim() !== '' && !old.has(line))
      .map((line) => `+ ${line.trim()}`),
  ]
}

function parameters(schema: CatalogTool['inputSchema']): readonly string[] {
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
}
