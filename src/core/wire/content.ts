import type { StandIn } from './conversation.ts'

/** A JSON object just checked to be one. */
export type Fields = Readonly<Record<string, unknown>>

/** Images and files are billed by size in pixels or pages, not by their base64; this is a usual image. */
const mediaChars = 6000

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** How long a content reads to the model: texts by their length, media by a constant. */
export function contentChars(content: unknown): number {
  if (typeof content === 'string') return content.length
  if (!Array.isArray(content)) return 0
  return content.reduce<number>((sum, part) => sum + partChars(part), 0)
}

/** The words of a content, its parts of text joined by line feeds. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isFields)
    .flatMap((part) => (typeof part.text === 'string' ? [part.text] : []))
    .join('\n')
}

/** Whether the content is one a result may have: anything else is forwarded, not understood. */
export function isContent(content: unknown): content is string | readonly unknown[] {
  return typeof content === 'string' || Array.isArray(content)
}

/** A text, or one part of type `type` with the cache mark of all parts, so that clients' cache points stay. */
export function standInPart(type: string): StandIn {
  return (content, text) => {
    if (typeof content === 'string') return text
    const marked = content.filter(isFields).findLast((part) => part.cache_control !== undefined)
    const mark = marked ? { cache_control: marked.cache_control } : {}
    return [{ type, text, ...mark }]
  }
}

function partChars(part: unknown): number {
  if (!isFields(part)) return 0
  if (typeof part.text === 'string') return part.text.length
  if (typeof part.refusal === 'string') return part.refusal.length
  return part.type === undefined ? 0 : mediaChars
}
