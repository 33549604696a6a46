import { expect, test } from 'vitest'
import { base64Bytes, isMedia, takeMedia } from './media.ts'

const picture = { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }
const sound = { type: 'audio', data: 'aGVsbG8h', mimeType: 'audio/wav' }
const link = { type: 'resource_link', uri: 'file:///a.txt', name: 'a' }
const file = { type: 'resource', resource: { uri: 'file:///b.txt', text: 'b' } }

test('takes blocks out of a report in order, wherever they are, and says what was there', () => {
  const report = {
    result: [{ type: 'text', text: 'x' }, picture],
    tasks: [{ output: { at: link } }],
  }
  const { value, media } = takeMedia({ ...report, more: [sound, file] })
  expect(media).toEqual([picture, link, sound, file])
  expect(value).toEqual({
    result: [
      { type: 'text', text: 'x' },
      { type: 'image', mimeType: 'image/png', bytes: 5, attached: 1 },
    ],
    tasks: [{ output: { at: { type: 'resource_link', uri: 'file:///a.txt', attached: 2 } } }],
    more: [
      { type: 'audio', mimeType: 'audio/wav', bytes: 6, attached: 3 },
      { type: 'resource', uri: 'file:///b.txt', attached: 4 },
    ],
  })
})

test.each([
  [{ type: 'image', data: 7, mimeType: 'image/png' }],
  [{ type: 'image', url: 'https://example.org/a.png' }],
  [{ type: 'resource', resource: 'a' }],
  [{ type: 'text', text: 'x' }],
  [[picture]],
  [null],
])('%j is no block', (value) => {
  expect(isMedia(value)).toBe(false)
})

test.each([
  ['', 0],
  ['aA==', 1],
  ['aGk=', 2],
  ['aGV5', 3],
])('%j is %i bytes', (text, bytes) => {
  expect(base64Bytes(text)).toBe(bytes)
})
