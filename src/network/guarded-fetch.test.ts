import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type LocalServer, listenLocally } from '../../test/support/listen-locally.ts'
import { guardedFetch } from './guarded-fetch.ts'

const get = guardedFetch(2000)

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://metadata.google.internal/',
  'http://METADATA.google.internal./',
  'http://100.100.100.200/',
])('%s is refused before anything is sent', async (url) => {
  await expect(get(url)).rejects.toMatchObject({ code: 'upstream_forbidden' })
})

test('the response is of the class that libraries know, with its status and body', async () => {
  const server = await startTeapot()
  const answer = await get(server.url)
  expect(answer).toBeInstanceOf(Response)
  expect([answer.status, answer.headers.get('x-kind'), await answer.text()]).toEqual([
    418,
    'teapot',
    'short and stout',
  ])
})

test('names are looked up by the function that refuses forbidden addresses', async () => {
  const { port } = await startTeapot()
  const asked: string[] = []
  const byName = guardedFetch(2000, (name, options, callback) => {
    asked.push(name)
    if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
    else callback(null, '127.0.0.1', 4)
  })
  expect((await byName(`http://somewhere.example:${port}/`)).status).toBe(418)
  expect(asked).toEqual(['somewhere.example'])
})

async function startTeapot(): Promise<LocalServer> {
  const server = await listenLocally(
    createServer((_, response) => {
      response.writeHead(418, { 'x-kind': 'teapot' }).end('short and stout')
    }),
  )
  onTestFinished(server.close)
  return server
}
