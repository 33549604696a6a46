import type { Digest } from '../../../ports/digest.ts'
import type { CatalogTool, JsonObject, ToolAnnotations } from '../../../ports/store/catalog.ts'
import { markHidden } from '../../text/mark-hidden.ts'
import { type Piece, wordDifference } from '../../text/word-difference.ts'
import { approveTool } from '../catalog/adopt-tools.ts'
import { diffOf } from './doctor.ts'

/** Everything that is approved with a tool, hidden characters marked. */
interface Wording {
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations: ToolAnnotations
}

/** A tool that waits for approval, with all that would be approved. */
export interface PendingTool extends Wording {
  readonly id: string
  /** What its server calls it. */
  readonly name: string
  readonly kind: 'new' | 'changed'
  /** The difference in one line, cut. */
  readonly diff: string
  /** What was stripped or is suspicious. */
  readonly findings: readonly string[]
  /** The approved wording, in force until the new one is approved. */
  readonly before?: Wording
  /** Word by word against the approved wording; schemas and annotations as indented JSON. */
  readonly difference: Readonly<Record<keyof Wording, readonly Piece[]>>
  /** Of what is shown here; approving takes it. */
  readonly digest: string
}

export function isPending(tool: CatalogTool): boolean {
  return tool.state === 'pending' || tool.proposed !== undefined
}

/** A waiting tool as a person has to see it before approving. */
export function toPending(tool: CatalogTool, digest: Digest): PendingTool {
  const before = tool.proposed ? wordingOf(tool) : undefined
  const after = wordingOf(approveTool(tool))
  return {
    id: tool.id,
    name: tool.name,
    kind: before ? 'changed' : 'new',
    diff: markHidden(before ? diffOf(tool) : `+ ${tool.description.slice(0, 200)}`),
    findings: tool.findings,
    ...after,
    ...(before ? { before } : {}),
    difference: {
      title: wordDifference(before?.title ?? '', after.title),
      description: wordDifference(before?.description ?? '', after.description),
      inputSchema: wordDifference(asText(before?.inputSchema), asText(after.inputSchema)),
      outputSchema: wordDifference(asText(before?.outputSchema), asText(after.outputSchema)),
      annotations: wordDifference(asText(before?.annotations), asText(after.annotations)),
    },
    digest: digestOfTool(tool, digest),
  }
}

/** Changes whenever approving the tool would approve something else, or replace something else. */
export function digestOfTool(tool: CatalogTool, digest: Digest): string {
  return digest(JSON.stringify(tool))
}

/** Of everything that waits on one server, in order. */
export function digestOfAll(waiting: readonly CatalogTool[], digest: Digest): string {
  return digest(JSON.stringify(waiting.map((tool) => digestOfTool(tool, digest))))
}

function wordingOf(tool: CatalogTool): Wording {
  return {
    title: markHidden(tool.title ?? ''),
    description: markHidden(tool.description),
    inputSchema: markedJson(tool.inputSchema),
    ...(tool.outputSchema ? { outputSchema: markedJson(tool.outputSchema) } : {}),
    annotations: tool.annotations,
  }
}

/** Marks hold no sign that JSON would escape, so the marked text is JSON too. */
function markedJson(schema: JsonObject): JsonObject {
  return JSON.parse(markHidden(JSON.stringify(schema))) as JsonObject
}

function asText(value: object | undefined): string {
  return value === undefined || Object.keys(value).length === 0
    ? ''
    : JSON.stringify(value, null, 2)
}
