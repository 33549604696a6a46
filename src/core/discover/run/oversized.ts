import type { Clock } from '../../../ports/clock.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { Original, Originals } from '../../../ports/store/originals.ts'
import {
  base64Bytes,
  isMedia,
  type MediaBlock,
  mediaData,
  mediaPrefix,
  mediaType,
} from '../../text/media.ts'
import { shortId } from '../../text/short-id.ts'

/** The marker of the gateway contract; what stands around it is ours. */
export const maskedMarker = 'KIMI_PROXY_OBSERVATION_MASKED'

export interface OversizedDeps {
  readonly originals: Originals
  readonly digest: Digest
  readonly now: Clock
  readonly maxStringChars: number
  /** A larger picture, sound or file becomes a link. */
  readonly maxMediaBytes: number
  readonly ttlMs: number
}

export interface Trimmed {
  readonly value: unknown
  /** Ids under which the left-out strings can be fetched. */
  readonly ids: readonly string[]
  readonly chars: { readonly before: number; readonly after: number }
}

/** Shortens every text that is too long, anywhere in a payload, and keeps the originals first. */
export async function trimOversized(deps: OversizedDeps, payload: unknown): Promise<Trimmed> {
  const kept: Original[] = []
  const chars = { before: 0, after: 0 }
  const trim = (text: string): string => {
    if (text.length <= deps.maxStringChars) return text
    const id = shortId('res_', deps.digest(text))
    const shortened = shorten(text, id, deps.maxStringChars)
    kept.push({ id, kind: 'result', text, expiresAt: deps.now() + deps.ttlMs })
    chars.before += text.length
    chars.after += shortened.length
    return shortened
  }
  const link = (block: MediaBlock): MediaBlock => {
    const data = mediaData(block)
    if (data === undefined || base64Bytes(data) <= deps.maxMediaBytes) return block
    const text = JSON.stringify(block)
    const id = shortId(mediaPrefix, deps.digest(text))
    kept.push({ id, kind: 'result', text, expiresAt: deps.now() + deps.ttlMs })
    const shown = linkTo(block, id, base64Bytes(data))
    chars.before += text.length
    chars.after += JSON.stringify(shown).length
    return shown
  }
  const value = mapStrings(payload, trim, link)
  if (kept.length > 0) await deps.originals.keep(kept)
  return { value, ids: [...new Set(kept.map(({ id }) => id))], chars }
}

/** What stands in a result for a picture, sound or file that is too large to be there. */
function linkTo(block: MediaBlock, id: string, bytes: number): MediaBlock {
  const type = mediaType(block)
  return {
    type: 'resource_link',
    uri: `tamis://recover/${id}`,
    name: id,
    ...(type === undefined ? {} : { mimeType: type }),
    size: bytes,
    description: `${maskedMarker} id=${id} bytes=${bytes}: too large to be shown here; recover_text {"prune_id":"${id}","ranges":[{"start_line":1,"end_line":1}],"include_line_numbers":false} or \`tamis recover ${id}\` brings it`,
  }
}

/** The same for a value that is too long as a whole: it becomes a text with one thing a line, shortened. */
export async function trimWhole(deps: OversizedDeps, value: unknown): Promise<Trimmed> {
  const trimmed = await trimOversized(deps, value)
  if ((JSON.stringify(trimmed.value) ?? '').length <= deps.maxStringChars) return trimmed
  return trimOversized(deps, JSON.stringify(value, null, 1))
}

/** The beginning and the end, with a line between them that says what is missing and how to get it. */
function shorten(text: string, id: string, maxChars: number): string {
  const room = Math.max(200, Math.floor(maxChars / 2))
  const head = cutAtCharacter(text, Math.floor((room * 3) / 4))
  const tail = text.slice(startOfTail(text, Math.floor(room / 4)))
  const missing = text.length - head.length - tail.length
  return `${head}\n[${maskedMarker} id=${id} chars=${text.length} missing=${missing}: recover_text {"prune_id":"${id}","ranges":[{"start_line":1,"end_line":999999}],"include_line_numbers":false}]\n${tail}`
}

/** Never between the halves of a surrogate pair. */
function cutAtCharacter(text: string, length: number): string {
  const end = isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
  return text.slice(0, end)
}

function startOfTail(text: string, length: number): number {
  const start = text.length - length
  return isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function mapStrings(
  value: unknown,
  map: (text: string) => string,
  mapMedia: (block: MediaBlock) => MediaBlock,
): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map, mapMedia))
  if (typeof value !== 'object' || value === null) return value
  const shown: object = isMedia(value) ? mapMedia(value) : value
  return Object.fromEntries(
    Object.entries(shown).map(([name, child]) => [
      name,
      isPicture(shown, name) ? child : mapStrings(child, map, mapMedia),
    ]),
  )
}

/** Half of a picture, a sound or a file is none: their bytes pass whole. */
function isPicture(owner: object, name: string): boolean {
  if (name === 'blob') return 'uri' in owner
  return name === 'data' && 'type' in owner && (owner.type === 'image' || owner.type === 'audio')
}
