import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Entry } from '../../src/core/discover/catalog/entries.ts'
import { toolEntry } from '../../src/core/discover/catalog/entries.ts'
import type { CatalogTool, JsonObject } from '../../src/ports/store/catalog.ts'

export interface DiscoverSet {
  readonly name: string
  readonly tools: readonly CatalogTool[]
  readonly entries: readonly Entry[]
  /** What a label names: the tool's id, or its bare name where labels do not say the server. */
  readonly labels: readonly string[]
  readonly queries: readonly { readonly query: string; readonly relevant: readonly string[] }[]
  readonly traces: readonly { readonly query: string; readonly tools: readonly string[] }[]
}

export interface RawTool {
  readonly id?: string
  readonly server?: string
  readonly server_description?: string
  readonly name: string
  readonly description?: string
  readonly inputSchema?: JsonObject
  readonly params?: string
  readonly documentation?: JsonObject
}

/** Newer than the ranking by the table: none of its weights was chosen on them. */
export const newerSets = ['bfcl-live', 'nestful', 'toolalpaca']

/** Every set with queries. */
export const allSets = [
  ...['livemcpbench', 'toolbench-g1', 'seal-tools', 'metatool', 'toollens', 'ultratool'],
  ...['toolret-apigen', 'toolret-gorilla-huggingface', ...newerSets],
]

export const dataFolder = join(
  process.env.TAMIS_BENCH_DATA ?? new URL('../../../shared/data', import.meta.url).pathname,
  'discover',
)

export const hasData = (): boolean => existsSync(dataFolder)

export function readJson<Value>(name: string): Value {
  return JSON.parse(gunzipSync(readFileSync(join(dataFolder, `${name}.json.gz`))).toString())
}

/** One public set, its tools brought to the form of the catalog. */
export function readSet(name: string): DiscoverSet {
  const raw = readJson<{
    tools: RawTool[]
    queries: DiscoverSet['queries']
    traces?: DiscoverSet['traces']
  }>(name)
  return { ...toSet(name, raw.tools), queries: raw.queries, traces: raw.traces ?? [] }
}

/** Tools alone, without a query. */
export function toSet(name: string, tools: readonly RawTool[]): DiscoverSet {
  return {
    name,
    tools: tools.map(toCatalogTool),
    entries: tools.map(toEntry),
    labels: tools.map((tool) => tool.id ?? tool.name),
    queries: [],
    traces: [],
  }
}

export function toEntry(tool: RawTool): Entry {
  return toolEntry(toCatalogTool(tool), tool.server_description ?? '')
}

function toCatalogTool(tool: RawTool): CatalogTool {
  const server = tool.server ?? ''
  return {
    id: `tool:${server}:${tool.name}`,
    server,
    name: tool.name,
    description: tool.description ?? '',
    inputSchema: schemaOf(tool),
    annotations: {},
    tags: [],
    examples: examplesOf(tool),
    schemaHash: '',
    textHash: '',
    state: 'active',
    findings: [],
  }
}

/** Sets describe parameters as a schema, as a list in JSON, or as flat text. */
function schemaOf({ inputSchema, params, documentation }: RawTool): JsonObject {
  if (inputSchema) return inputSchema
  if (isObject(documentation?.parameters)) return { properties: documentation.parameters }
  const listed = (params ?? '').split('optional_params:').flatMap(parseParameters)
  return { properties: Object.fromEntries(listed.map(({ name, ...rest }) => [name, rest])) }
}

function parseParameters(text: string): { name: string; description?: string }[] {
  const list = text.trim().replace(/,$/, '')
  return list.startsWith('[') ? JSON.parse(list) : []
}

function examplesOf({ params = '', documentation }: RawTool): readonly string[] {
  if (documentation && !documentation.parameters) {
    const { name: _, description: __, ...rest } = documentation
    return textsIn(rest)
  }
  return params.includes('optional_params:') ? [] : [params]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
