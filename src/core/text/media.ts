import { isObject } from './json-splice.ts'
/** A part of a tool's result that is no text, as MCP writes it. */
export type MediaBlock = Readonly<Record<string, unknown>>

/** Pictures, sounds, files inside a result, and links to resources. */
export function isMedia(value: unknown): value is MediaBlock {
  if (!isObject(value)) return false
  if (value.type === 'image' || value.type === 'audio')
    return typeof value.data === 'string' && typeof value.mimeType === 'string'
  if (value.type === 'resource_link') return typeof value.uri === 'string'
  return value.type === 'resource' && isObject(value.resource) && 'uri' in value.resource
}

/** The bytes of a block, in base64, where it has any. */
export function mediaData(block: MediaBlock): string | undefined {
  const { data } = block
  if (typeof data === 'string') return data
  const blob = isObject(block.resource) ? block.resource.blob : undefined
  return typeof blob === 'string' ? blob : undefined
}

export function mediaType(block: MediaBlock): string | undefined {
  const owner = isObject(block.resource) ? block.resource : block
  return typeof owner.mimeType === 'string' ? owner.mimeType : undefined
}

/** How many bytes a base64 text stands for. */
export function base64Bytes(text: string): number {
  return Math.floor((text.length * 3) / 4) - (text.endsWith('==') ? 2 : Number(text.endsWith('=')))
}

/** Takes every block out of a value and leaves a short word about it, with its place in the list, where it was. */
export function takeMedia(value: unknown): { value: unknown; media: readonly MediaBlock[] } {
  const media: MediaBlock[] = []
  const visit = (node: unknown): unknown => {
    if (isMedia(node)) {
      media.push(node)
      return mention(node, media.length)
    }
    if (Array.isArray(node)) return node.map(visit)
    if (!isObject(node)) return node
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, visit(child)]))
  }
  return { value: visit(value), media }
}

function mention(block: MediaBlock, place: number): MediaBlock {
  const data = mediaData(block)
  const type = mediaType(block)
  const uri = isObject(block.resource) ? block.resource.uri : block.uri
  return {
    type: block.type,
    ...(type === undefined ? {} : { mimeType: type }),
    ...(data === undefined ? {} : { bytes: base64Bytes(data) }),
    ...(typeof uri === 'string' ? { uri } : {}),
    attached: place,
  }
}

/** Recovery ids of pictures, sounds and files begin like this: what they bring back is a block, not lines. */
export const mediaPrefix = 'med_'

export function isMediaId(id: string): boolean {
  return id.startsWith(mediaPrefix)
}
