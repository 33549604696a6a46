/** More than this makes an address that chat programs cut off. */
const longestShared = 6000

/** A text in a form an address can carry; `undefined` where it is too long for one. */
export async function toShared(text: string): Promise<string | undefined> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  if (packed.length > longestShared) return undefined
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The text such a form stands for; `undefined` for one that was cut or made up. */
export async function fromShared(shared: string): Promise<string | undefined> {
  try {
    const letters = atob(shared.replaceAll('-', '+').replaceAll('_', '/'))
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    const bytes = await through(packed, new DecompressionStream('deflate-raw'))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    // What `atob`, the decompressor and the decoder say of letters that are none of ours.
    if (error instanceof DOMException || error instanceof TypeError) return undefined
    throw error
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
