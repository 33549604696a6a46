import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { EngineError } from '../../errors.ts'

/** A file's text, unpacked when it is gzip. */
export function readTextFile(path: string): string {
  try {
    const bytes = readFileSync(path)
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    return (isGzip ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (cause) {
    throw new EngineError('file_unreadable', `Cannot read ${path}`, { cause })
  }
}
