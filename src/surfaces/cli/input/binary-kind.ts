/** How files of a kind begin: bytes in hexadecimal, `..` for any; and what people call them. */
const beginnings: readonly (readonly [string, string])[] = [
  ['89504e470d0a1a0a', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['52494646........57454250', 'a WebP image'],
  ['52494646........57415645', 'a WAV recording'],
  ['504b0304', 'a ZIP archive, as office documents and JAR files are'],
  ['7f454c46', 'an ELF program or library'],
  ['cffaedfe', 'a Mach-O program or library'],
  ['4d5a', 'a Windows program or library'],
  ['cafebabe', 'a Java class'],
  ['0061736d', 'a WebAssembly module'],
  ['53514c69746520666f726d61742033', 'a SQLite database'],
  ['425a68', 'a bzip2 archive'],
  ['fd377a585a00', 'an xz archive'],
  ['28b52ffd', 'a Zstandard archive'],
  ['377abcaf271c', 'a 7z archive'],
  ['526172211a07', 'a RAR archive'],
  ['494433', 'an MP3 recording'],
  ['4f676753', 'an Ogg recording'],
  ['664c6143', 'a FLAC recording'],
  ['........66747970', 'an MP4 video'],
  ['1a45dfa3', 'a Matroska video'],
]

const patterns = beginnings.map(([bytes, name]) => ({ pattern: new RegExp(`^${bytes}`), name }))

const looked = 8192

/** What these bytes are when they are no text, in words; `undefined` for what may be read. */
export function binaryKind(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, looked)
  const mark = head.subarray(0, 2).toString('hex')
  // UTF-16 is full of zeros, and its mark says so.
  if (mark === 'fffe' || mark === 'feff' || !holdsControls(head)) return undefined
  const hex = head.subarray(0, 16).toString('hex')
  return patterns.find(({ pattern }) => pattern.test(hex))?.name ?? 'a binary file'
}

/** Zeros, or a share of other control bytes that no text has: escapes and form feeds are of texts. */
function holdsControls(head: Buffer): boolean {
  if (head.includes(0)) return true
  const controls = head.filter((byte) => byte < 0x20 && !(byte >= 7 && byte <= 13) && byte !== 0x1b)
  return controls.length > head.length / 20
}
