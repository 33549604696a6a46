import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned, type TestCertificate } from '../../../test/support/certificate.ts'
import { openConnections } from './connections.ts'
import { toStoreError } from './failures.ts'

const [past, lately, later] = [
  new Date('2020-01-01'),
  new Date('2021-01-01'),
  new Date('2100-01-01'),
]

/** Answers the question for TLS as Postgres does, and shows its certificate; without one it has no TLS. */
async function listen(certificate?: TestCertificate): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', () => {
      socket.write(certificate ? 'S' : 'N')
      if (certificate)
        new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined)
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function fileOf({ cert }: TestCertificate): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tamis-tls-')), 'root.pem')
  writeFileSync(file, cert)
  return file
}

async function refusalFor(port: number, mode: string): Promise<unknown> {
  const url = `postgres://tamis@localhost:${port}/tamis?sslmode=${mode}`
  const connections = openConnections({ url, connections: 1, timeoutMs: 1000 })
  const error = await connections.dedicated().then(
    () => undefined,
    (cause: unknown) => toStoreError(cause),
  )
  await connections.close()
  return error
}

const good = selfSigned('localhost', past, later)
const elsewhere = selfSigned('db.example', past, later)
const expired = selfSigned('localhost', past, lately)

test.each([
  ['nobody known has signed', good, 'verify-full', /sslrootcert=FILE/],
  ['nobody known has signed, also by the mode require', good, 'require', /sslrootcert=FILE/],
  [
    'is for another host',
    elsewhere,
    `verify-full&sslrootcert=${fileOf(elsewhere)}`,
    /another host than TAMIS_DATABASE_URL/,
  ],
  ['has expired', expired, `verify-full&sslrootcert=${fileOf(expired)}`, /has expired/],
  ['is not there', undefined, 'verify-full', /has no TLS/],
])('a certificate that %s is said in a sentence', async (_, certificate, mode, hint) => {
  expect(await refusalFor(await listen(certificate), mode)).toMatchObject({
    code: 'store_unavailable',
    hint: expect.stringMatching(hint),
    details: { is_refused: true },
  })
})
