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

const texts: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])
const media: ReadonlySet<unknown> = new Set([
  'image',
  'image_url',
  'input_image',
  'document',
  'file',
  'input_file',
  'audio',
  'input_audio',
  'video',
  'video_url',
])

/** How long a content reads to the model: texts by their length, media by a constant, others by their size. */
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

/** Whether a text can stand for the content: it can for text and media, and for nothing that is to come. */
export function isReplaceable(content: string | readonly unknown[]): boolean {
  if (typeof content === 'string') return true
  return content.every((part) => isFields(part) && (texts.has(part.type) || media.has(part.type)))
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
  return media.has(part.type) ? mediaChars : valueChars(part, 0)
}

const maxDepth = 16

/** About as long as its JSON, without writing it. */
export function valueChars(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || depth > maxDepth) return 4
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + valueChars(item, depth + 1), 0)
  return Object.entries(value).reduce(
    (sum, [key, item]) => sum + key.length + valueChars(item, depth + 1),
    0,
  )
}
