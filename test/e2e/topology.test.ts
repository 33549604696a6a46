import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  noServer,
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../support/postgres-server.ts'
import { type Provider, startProvider } from './proxy/provider.ts'
import { postJson, type RunningDaemon, startTamis } from './tamis.ts'

const adminToken = 'an-admin-token-of-enough-length'

/** Round robin, and on to the next daemon when one does not take the connection: what a proxy in front does. */
async function startBalancer(targets: () => readonly RunningDaemon[]): Promise<Server> {
  let turn = 0
  const server = createServer((request, response) => {
    const daemons = targets()
    const first = turn++
    const forward = (attempt: number): void => {
      const target = daemons[(first + attempt) % daemons.length]
      const onward = httpRequest(
        {
          port: target?.port,
          host: '127.0.0.1',
          path: request.url,
          method: request.method,
          headers: request.headers,
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      onward.once('error', () => {
        if (attempt + 1 < daemons.length) forward(attempt + 1)
        else response.writeHead(502).end()
      })
      onward.end(body)
    }
    let body = Buffer.alloc(0)
    request.on('data', (chunk: Buffer) => {
      body = Buffer.concat([body, chunk])
    })
    request.on('end', () => forward(0))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

describe.skipIf(postgresPrograms === undefined)(
  postgresPrograms === undefined
    ? `two daemons behind a proxy (${noServer})`
    : 'two daemons behind a proxy',
  () => {
    let postgres: PostgresServer
    let provider: Provider
    let balancer: Server
    let daemons: RunningDaemon[] = []
    let url = ''

    beforeAll(async () => {
      ;[postgres, provider] = await Promise.all([startPostgres(['fsync=off']), startProvider()])
      balancer = await startBalancer(() => daemons)
      const { port } = balancer.address() as AddressInfo
      url = `http://127.0.0.1:${port}`
      daemons = await Promise.all([startDaemon(port), startDaemon(port)])
    }, 90_000)
    afterAll(async () => {
      await Promise.all(daemons.map((daemon) => daemon.stop()))
      balancer.closeAllConnections()
      balancer.close()
      await provider.close()
      await postgres.remove()
    }, 30_000)

    /** As compose.yaml sets them up: every address, one database, the name under which the proxy is reached. */
    const startDaemon = (publicPort: number): Promise<RunningDaemon> =>
      startTamis({
        args: ['--host', '0.0.0.0'],
        env: {
          TAMIS_DATABASE_URL: postgres.url,
          TAMIS_TOKEN: adminToken,
          TAMIS_SERVER_ALLOWED_HOSTS: `127.0.0.1:${publicPort}`,
          TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
          OPENAI_API_KEY: 'sk-of-the-team',
        },
      })
    const api = (name: string, input: object, token = adminToken) =>
      postJson(`${url}/api/${name}`, input, { 'x-tamis-token': token })

    test('whatever one daemon keeps, the other gives back', async () => {
      const text = Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n')
      const { body } = await api('prune', { text, goal: 'line 3', keep_ratio: 0.2 })
      const { prune_id: id } = body as { prune_id: string }
      for (const daemon of daemons) {
        const direct = `http://127.0.0.1:${daemon.port}/api/recover`
        const recovered = await postJson(direct, { id }, { 'x-tamis-token': adminToken })
        expect(recovered.text).toContain('line 77')
      }
    })

    test('a token made at one opens both, as the key of a client, and is in one ledger', async () => {
      const made = await api('token.create', { name: 'alice' })
      const { token } = made.body as { token: string }
      const chat = { model: 'gpt-5', messages: [{ role: 'user', content: 'hi' }] }
      for (let round = 0; round < 4; round++) {
        const headers = { authorization: `Bearer ${token}` }
        expect((await postJson(`${url}/v1/chat/completions`, chat, headers)).status).toBe(200)
      }
      expect(provider.seen.at(-1)?.headers.authorization).toBe('Bearer sk-of-the-team')
      await expect
        .poll(async () => (await api('ledger.list', { caller: 'alice', kind: 'proxy' })).text, {
          timeout: 10_000,
        })
        .toMatch(/("caller":"alice".*){4}/)
    })

    test('teams share the two and see nothing of each other', async () => {
      const tokens = await Promise.all(
        ['blue', 'red'].map(async (namespace) => {
          const made = await api('token.create', { name: 'lead', namespace })
          return (made.body as { token: string }).token
        }),
      )
      const [blue = '', red = ''] = tokens
      const { body } = await api('prune', { text: 'a\nb\nc', goal: 'b' }, blue)
      const { prune_id: id } = body as { prune_id: string }
      expect((await api('recover', { id }, blue)).status).toBe(200)
      expect((await api('recover', { id }, red)).status).toBe(404)
      const schemas = await postgres.query(
        "select nspname from pg_namespace where nspname like 'tamis%'",
      )
      expect(schemas.map(({ nspname }) => nspname).sort()).toEqual([
        'tamis',
        'tamis_blue',
        'tamis_red',
      ])
    })

    test('one daemon dies and nobody notices', async () => {
      await daemons[0]?.stop('SIGKILL')
      for (let round = 0; round < 4; round++) expect((await api('health', {})).status).toBe(200)
    })
  },
)
