import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askDaemon } from './ask-daemon.ts'

/** A home whose daemon gives this answer to whatever it is asked, and what it was asked. */
async function homeWith(answer: string, record: object = {}) {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (piece) => {
      heard.push(String(piece))
      if (heard.join('').endsWith('}')) socket.end(answer)
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const home = mkdtempSync(join(tmpdir(), 'tamis-ask-'))
  const file = { pid: process.pid, url: `http://127.0.0.1:${port}`, version: '1.0.0', ...record }
  writeFileSync(join(home, 'daemon.json'), JSON.stringify(file))
  return { home, heard }
}

const ask = (home: string) => askDaemon(home, '1.0.0', 'prune', { text: 'secret' })

test('gives what the daemon answers', async () => {
  const { home, heard } = await homeWith('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"a":1}')
  expect(await ask(home)).toEqual({ a: 1 })
  expect(heard.join('')).toMatch(/^POST \/api\/prune HTTP\/1\.1\r\n[\s\S]*{"text":"secret"}$/)
})

test.each([
  { what: 'a refusal', answer: 'HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\n{}' },
  { what: 'a body cut off', answer: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"a":1}' },
  { what: 'a body in pieces', answer: 'HTTP/1.1 200 OK\r\n\r\n{"a":1}' },
  { what: 'another protocol', answer: 'hello' },
  { what: 'silence', answer: '' },
])('$what is no answer', async ({ answer }) => {
  expect(await ask((await homeWith(answer)).home)).toBeUndefined()
})

test.each([
  { what: 'another version', record: { version: '0.9.0' } },
  { what: 'a process that has gone', record: { pid: 2 ** 22 + 1 } },
  { what: 'another protocol', record: { url: 'https://127.0.0.1:1' } },
])('a daemon of $what is told nothing', async ({ record }) => {
  const { home, heard } = await homeWith('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', record)
  expect(await ask(home)).toBeUndefined()
  expect(heard).toEqual([])
})

test('nobody answers where nobody runs', async () => {
  expect(await ask(mkdtempSync(join(tmpdir(), 'tamis-ask-')))).toBeUndefined()
})
