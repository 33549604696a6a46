import { expect, test } from 'vitest'
import { binaryKind } from './binary-kind.ts'

test.each([
  { hex: '89504e470d0a1a0a0000000d', kind: 'a PNG image' },
  { hex: 'ffd8ffe000104a464946', kind: 'a JPEG image' },
  { hex: '7f454c460201010000', kind: 'an ELF program or library' },
  { hex: '504b03041400000008', kind: 'a ZIP archive, as office documents and JAR files are' },
  { hex: '53514c69746520666f726d6174203300', kind: 'a SQLite database' },
  { hex: '0102030405060708', kind: 'a binary file' },
  { hex: '616200626364', kind: 'a binary file' },
])('$hex is $kind', ({ hex, kind }) => {
  expect(binaryKind(Buffer.from(hex, 'hex'))).toBe(kind)
})

test.each([
  { what: 'nothing', bytes: Buffer.from('') },
  {
    what: 'text that begins like a program',
    bytes: Buffer.from('MZ is the mark of Mark Zbikowski'),
  },
  { what: 'colours', bytes: Buffer.from('\u001b[31mred\u001b[0m\f\b\u0007 and back') },
  { what: 'Windows-1252', bytes: Buffer.from([0xe9, 0x74, 0xe9, 0x20, 0x80]) },
  { what: 'UTF-16', bytes: Buffer.from('\ufeffwide', 'utf16le') },
])('$what is text', ({ bytes }) => {
  expect(binaryKind(bytes)).toBeUndefined()
})
