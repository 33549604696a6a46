import { keptBytes } from '../account/response-tap.ts'
import { decodeBody, isPlain } from './content-encodings.ts'

/** What was kept of an answer is short; one that unfolds further than this tells no usage. */
const maxUnfoldedBytes = 16 * 1024 * 1024

/** The text behind what was kept of a response, or `undefined` when its encoding cannot be undone. */
export async function decodeKept(
  kept: Buffer,
  encoding: string | undefined,
  isWhole: boolean,
): Promise<string | undefined> {
  if (isPlain(encoding)) return kept.toString('utf8')
  // A cut or damaged answer tells no usage; the client got it as it was.
  const bytes = isWhole ? await decodeBody(kept, encoding, maxUnfoldedBytes) : undefined
  return bytes && ends(bytes).toString('utf8')
}

/** As much as is kept of an answer that came plain. */
function ends(bytes: Buffer): Buffer {
  const { head, tail } = keptBytes
  if (bytes.length <= head + tail) return bytes
  return Buffer.concat([bytes.subarray(0, head), bytes.subarray(-tail)])
}
