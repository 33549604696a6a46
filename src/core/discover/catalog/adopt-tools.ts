import type { Digest } from '../../../ports/digest.ts'
import type { CatalogTool, JsonObject, ToolAnnotations } from '../../../ports/store/catalog.ts'
import type { ListedTool } from '../../../ports/tool-server.ts'
import { isObject } from '../../text/json-splice.ts'
import { shortId } from '../../text/short-id.ts'
import { sanitizeJson, sanitizeText } from './sanitize.ts'

const longestId = 200
/** What may stand in an id as it is: nothing that breaks a line, hides or commands a terminal. */
const visible = /^(?:[^\p{C}\p{Z}]| )+$/u
const largestSchemaChars = 65_536
const largestDescriptionChars = 16_384
const longestTitle = 200

/** `tool:<server>:<name>`; a very long or unprintable name is cut and told apart by a digest. */
export function toolId(server: string, name: string, digest: Digest): string {
  const id = `tool:${server}:${name}`
  if (id.length <= longestId && visible.test(id)) return id
  const readable = name.replace(/[^\w.-]+/g, '_').slice(0, 24)
  return `tool:${server.slice(0, 24)}:${shortId(`${readable}~`, digest(id))}`
}

interface AdoptOptions {
  readonly digest: Digest
  /** A first sight of a quarantined server's tool waits for approval. */
  readonly isQuarantined: boolean
  readonly tags?: readonly string[]
  readonly examples?: ReadonlyMap<string, readonly string[]>
}

/**
 * What the catalog keeps of a server's new list. A tool of an approved server whose words changed
 * keeps its approved words, with the new ones beside them, until someone approves.
 */
export function adoptTools(
  server: string,
  listed: readonly ListedTool[],
  known: readonly CatalogTool[],
  options: AdoptOptions,
): readonly CatalogTool[] {
  const before = new Map(known.map((tool) => [tool.name, tool]))
  const adopted = new Map<string, CatalogTool>()
  for (const tool of listed) {
    const fresh = toCatalogTool(server, tool, options)
    const twin = adopted.get(fresh.name)
    if (twin) adopted.set(fresh.name, withFinding(twin, 'duplicate-name: listed more than once'))
    else adopted.set(fresh.name, mergeKnown(fresh, before.get(fresh.name), options.isQuarantined))
  }
  return [...adopted.values()]
}

function mergeKnown(
  fresh: CatalogTool,
  known: CatalogTool | undefined,
  isQuarantined: boolean,
): CatalogTool {
  if (known === undefined) return { ...fresh, state: isQuarantined ? 'pending' : 'active' }
  if (saysTheSame(known, fresh)) return { ...fresh, state: known.state }
  if (known.state === 'pending') return { ...fresh, state: 'pending' }
  const { id: _, server: __, name: ___, tags, examples, state, findings, ...proposed } = fresh
  return { ...known, findings, proposed }
}

/** What a tool says it does not destroy is part of what was approved: a confirm rests on it. */
function saysTheSame(known: CatalogTool, fresh: CatalogTool): boolean {
  return (
    known.textHash === fresh.textHash &&
    JSON.stringify(known.annotations) === JSON.stringify(fresh.annotations) &&
    // Tools from before titles were kept have none.
    (known.title === undefined || known.title === fresh.title)
  )
}

/** The tool as its server now describes it, approved. */
export function approveTool(tool: CatalogTool): CatalogTool {
  const { proposed, ...rest } = tool
  if (!proposed) return { ...rest, state: 'active' }
  const { outputSchema: _, ...kept } = rest
  return { ...kept, ...proposed, state: 'active' }
}

/** The words the catalog would keep of a tool's title. */
export function titleText(title: unknown): string {
  return sanitizeText((typeof title === 'string' ? title : '').slice(0, longestTitle)).text
}

/** The words the catalog would keep of a tool's description. */
export function describedText(description: unknown, title: unknown): string {
  const words = [description, title].find((text) => typeof text === 'string') ?? ''
  return sanitizeText(String(words).slice(0, largestDescriptionChars)).text
}

function toCatalogTool(server: string, tool: ListedTool, options: AdoptOptions): CatalogTool {
  const { digest } = options
  const name = sanitizeText(tool.name)
  const title = sanitizeText((tool.title ?? '').slice(0, longestTitle))
  const description = sanitizeText(tool.description.slice(0, largestDescriptionChars))
  const schema = boundedSchema(tool.inputSchema)
  const output = tool.outputSchema ? boundedSchema(tool.outputSchema) : undefined
  const schemaHash = digest(
    JSON.stringify([tool.name, tool.inputSchema, tool.outputSchema ?? null]),
  )
  return {
    id: toolId(server, tool.name, digest),
    server,
    name: tool.name,
    title: title.text,
    description: description.text,
    inputSchema: schema.schema,
    ...(output ? { outputSchema: output.schema } : {}),
    annotations: toAnnotations(tool.annotations ?? {}),
    tags: options.tags ?? [],
    examples: options.examples?.get(tool.name) ?? [],
    schemaHash,
    textHash: digest(JSON.stringify([schemaHash, tool.description])),
    state: 'active',
    findings: [
      ...name.findings.map((finding) => `name ${finding}`),
      ...title.findings.map((finding) => `title ${finding}`),
      ...description.findings,
      ...(tool.description.length > largestDescriptionChars
        ? [`large-description: ${tool.description.length} characters, cut`]
        : []),
      ...schema.findings,
    ],
  }
}

/** A schema beyond the limit is not kept: its top level is, which is enough to find and to call the tool. */
function boundedSchema(schema: JsonObject): { schema: JsonObject; findings: readonly string[] } {
  const size = JSON.stringify(schema).length
  const cyclic = hasCyclicReference(schema) ? ['cyclic-ref: the schema refers to itself'] : []
  if (size <= largestSchemaChars) {
    const { value, findings } = sanitizeJson(schema)
    return { schema: value as JsonObject, findings: [...findings, ...cyclic] }
  }
  const { value, findings } = sanitizeJson(topLevel(schema))
  return {
    schema: value as JsonObject,
    findings: [
      `large-schema: ${size} characters, only its top level is kept`,
      ...findings,
      ...cyclic,
    ],
  }
}

function topLevel({ properties = {}, required = [] }: JsonObject): JsonObject {
  const names = Object.keys(properties as JsonObject).slice(0, 100)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.slice(0, 100), {}])),
    required: Array.isArray(required) ? required.slice(0, 100) : [],
    $comment: 'Too large to keep: nested parts are missing.',
  }
}

/** True when following local `$ref`s from the root comes back to a place it came through without passing a property. */
function hasCyclicReference(schema: JsonObject): boolean {
  const seen = new Set<string>()
  let node: unknown = schema
  while (isObject(node) && typeof node.$ref === 'string') {
    if (seen.has(node.$ref)) return true
    seen.add(node.$ref)
    node = atPointer(schema, node.$ref)
  }
  return JSON.stringify(schema).includes('"$ref":"#"') || definitionsTurn(schema)
}

function definitionsTurn(schema: JsonObject): boolean {
  const definitions = { ...asObject(schema.$defs), ...asObject(schema.definitions) }
  return Object.entries(definitions).some(([name, body]) =>
    JSON.stringify(body)?.includes(`/${name}"`),
  )
}

function atPointer(root: JsonObject, pointer: string): unknown {
  return pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), root)
}

/** What the catalog keeps of a tool's annotations. */
export function toAnnotations(raw: JsonObject): ToolAnnotations {
  return {
    ...(typeof raw.readOnlyHint === 'boolean' ? { isReadOnly: raw.readOnlyHint } : {}),
    ...(typeof raw.destructiveHint === 'boolean' ? { isDestructive: raw.destructiveHint } : {}),
    ...(typeof raw.idempotentHint === 'boolean' ? { isIdempotent: raw.idempotentHint } : {}),
  }
}

function withFinding(tool: CatalogTool, finding: string): CatalogTool {
  return tool.findings.includes(finding) ? tool : { ...tool, findings: [...tool.findings, finding] }
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
