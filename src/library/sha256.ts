const blockBytes = 64
/** The length of the text in bits closes the last block. */
const lengthBytes = 8

/** SHA-256 in hexadecimal, where no platform offers it without waiting: FIPS 180-4. */
function sha256(bytes: Uint8Array): string {
  const state = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))
  const padded = pad(bytes)
  const view = new DataView(padded.buffer)
  const schedule = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += blockBytes) {
    fillSchedule(schedule, view, at)
    mix(state, schedule)
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

const constants = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))

function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((bytes.length + 1 + lengthBytes) / blockBytes)
  const padded = new Uint8Array(blocks * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const bits = BigInt(bytes.length) * 8n
  new DataView(padded.buffer).setBigUint64(padded.length - lengthBytes, bits)
  return padded
}

function fillSchedule(schedule: Uint32Array, view: DataView, start: number): void {
  for (let at = 0; at < 16; at++) schedule[at] = view.getUint32(start + at * 4)
  for (let at = 16; at < 64; at++) {
    const [early, late] = [word(schedule, at - 15), word(schedule, at - 2)]
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule[at] = word(schedule, at - 16) + low + word(schedule, at - 7) + high
  }
}

function mix(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < 64; at++) {
    const chosen = (e & f) ^ (~e & g)
    const turned = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + turned + chosen + word(constants, at) + word(schedule, at)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = word(state, at) + value
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0
}

function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits))
}

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32)
}

function primes(count: number): readonly number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}

/** The digest that a process on Node makes of a text, without Node: same text, same ids. */
export function plainDigest(text: string): string {
  if (text.isWellFormed()) return sha256(new TextEncoder().encode(text))
  const mark = new TextEncoder().encode('\0utf16le\0')
  const bytes = new Uint8Array(mark.length + text.length * 2)
  bytes.set(mark)
  const view = new DataView(bytes.buffer, mark.length)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), true)
  return sha256(bytes)
}
