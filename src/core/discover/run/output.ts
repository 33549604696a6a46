import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import type { ToolCallResult } from '../../../ports/tool-server.ts'
import { isObject } from '../../text/json-splice.ts'
import { isMedia } from '../../text/media.ts'

/** The value of a tool call: what is structured, with pictures and the like beside it, else the text, parsed where it is JSON. */
export function outputOf(tool: CatalogTool, { isError, result }: ToolCallResult): unknown {
  const texts = textsOf(result)
  if (isError)
    throw new EngineError(
      'server_refused',
      phrase`${tool.id} failed: ${texts.join('\n').slice(0, 2000)}`,
      {
        details: { id: tool.id },
      },
    )
  const content = Array.isArray(result.content) ? result.content : []
  const { structuredContent } = result
  if (structuredContent !== undefined) {
    const media = content.filter(isMedia)
    if (media.length === 0 || !isObject(structuredContent)) return structuredContent
    return { ...structuredContent, _content: media }
  }
  if (texts.length !== content.length) return content
  return texts.length === 1 ? parsed(texts[0] ?? '') : texts
}

function textsOf({ content }: JsonObject): readonly string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
      ? [part.text]
      : [],
  )
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
