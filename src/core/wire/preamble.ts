import { contentText, type Fields, isFields, textOf } from './content.ts'

/** What stands before the messages of a request. */
export interface Preamble {
  readonly system: string
  readonly tools: readonly ToolDefinition[]
}

export interface ToolDefinition {
  readonly name: string
  readonly description: string
  /** The whole definition, as it was sent. */
  readonly json: string
}

/** A system prompt, whatever its form, and tools, each of which is a definition or holds one under `inside`. */
export function readPreamble(system: unknown, tools: unknown, inside?: string): Preamble {
  const list = Array.isArray(tools) ? tools.filter(isFields) : []
  return { system: contentText(system), tools: list.map((tool) => toDefinition(tool, inside)) }
}

function toDefinition(tool: Fields, inside: string | undefined): ToolDefinition {
  const nested = inside === undefined ? undefined : tool[inside]
  const { name, description, type } = isFields(nested) ? nested : tool
  return {
    name: textOf(name) || textOf(type) || 'tool',
    description: textOf(description),
    json: JSON.stringify(tool),
  }
}
