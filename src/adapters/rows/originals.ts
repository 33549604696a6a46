import type { Original } from '../../ports/store/originals.ts'
import type { StoredOriginal } from '../../ports/store/upkeep.ts'
import type { Coding, Row } from './coding.ts'

/** A text as bytes: UTF-8 keeps everything but halves of surrogate pairs. */
export function toBody(text: string): { encoding: 'utf8' | 'utf16le'; body: Buffer } {
  const encoding = text.isWellFormed() ? 'utf8' : 'utf16le'
  return { encoding, body: Buffer.from(text, encoding) }
}

/** Rows of `originals` joined with `texts`, as the ports have them. */
export function originalRows<List>({ fromText }: Coding<List>) {
  const toOriginal = (id: string, row: Row): Original => ({
    id,
    kind: row.kind as Original['kind'],
    text: textOf(row),
    expiresAt: Number(row.expires_at),
    ...(row.result === null ? {} : { result: fromText(row.result) }),
  })
  const toStored = (row: Row): StoredOriginal => ({
    ...toOriginal(fromText(row.id), row),
    digest: String(row.digest),
  })
  return { toOriginal, toStored }
}

/** The text that `toBody` made bytes of. */
export function textOf({ body, encoding }: Row): string {
  if (!(body instanceof Uint8Array)) return ''
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return bytes.toString(encoding === 'utf16le' ? 'utf16le' : 'utf8')
}
