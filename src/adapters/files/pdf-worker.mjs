// Reads one PDF in a thread of its own, which its owner ends when it takes too long or too much memory.
import { parentPort, workerData } from 'node:worker_threads'
import { constants, inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'

const { bytes, maxInflatedBytes } = workerData

/** True when the compressed streams of the file, laid out, are longer than allowed. */
function isBomb(file) {
  let left = maxInflatedBytes
  for (let at = file.indexOf('stream'); at !== -1; at = file.indexOf('stream', at + 6)) {
    const start = at + (file[at + 6] === 13 ? 8 : 7)
    // The two bytes that begin what the usual compression makes.
    const [first = 0, second = 0] = file.subarray(start, start + 2)
    if ((first & 0x0f) !== 8 || (first * 256 + second) % 31 !== 0) continue
    const length = inflatedLength(file.subarray(start), left)
    if (length === undefined) return true
    left -= length
  }
  return false
}

/** `undefined` when it is more than `most`; what is no stream after all has no length. */
function inflatedLength(compressed, most) {
  try {
    const options = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }
    return inflateSync(compressed, options).length
  } catch (error) {
    return error.code === 'ERR_BUFFER_TOO_LARGE' ? undefined : 0
  }
}

async function read() {
  if (isBomb(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) return 'too_large'
  const document = await getDocumentProxy(bytes)
  const { text } = await extractText(document, { mergePages: false })
  const { info } = await getMeta(document)
  const name = typeof info.Title === 'string' ? info.Title.trim() : ''
  return { text: text.join('\n\f'), ...(name === '' ? {} : { title: name }) }
}

read().then(
  (result) => parentPort.postMessage(result),
  () => parentPort.postMessage('damaged'),
)
