import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newFolder, runTamis, startTamis } from './tamis.ts'

test('answers as soon as it says it listens, and exits 0 on SIGTERM and SIGINT', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const daemon = await startTamis()
    expect((await fetch(`${daemon.url}/health`)).status).toBe(200)
    expect(await daemon.stop(signal)).toBe(0)
  }
})

test('a second daemon on the same home names the first, and exits 1', async () => {
  const daemon = await startTamis()
  const second = await runTamis(['up', '--port', '0', '--home', daemon.home])
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toContain(daemon.url)
  await daemon.stop()
})

test('removing the lock of a daemon that runs lets no second one in', async () => {
  const first = await startTamis()
  rmSync(join(first.home, 'daemon.lock'))
  const second = await runTamis(['up', '--port', '0', '--home', first.home])
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(first.url)])
  expect(await first.stop()).toBe(0)
})

test('a home is free again after its daemon was killed', async () => {
  const first = await startTamis()
  await first.stop('SIGKILL')
  const second = await startTamis({ home: first.home })
  expect((await fetch(`${second.url}/health`)).status).toBe(200)
  expect(await second.stop()).toBe(0)
})

test('a taken port is said, with what to do', async () => {
  const daemon = await startTamis()
  const second = await runTamis(['up', '--port', String(daemon.port), '--home', newFolder()])
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(/Port \d+ on 127\.0\.0\.1 is taken[\s\S]*--port/)
  await daemon.stop()
})

test('status finds the daemon, stop stops it, and says when there is none', async () => {
  const daemon = await startTamis()
  const { home } = daemon
  const status = JSON.parse((await runTamis(['status', '--json', '--home', home])).stdout)
  expect(status.daemon.url).toBe(daemon.url)
  const exited = once(daemon.process, 'exit')
  expect(await runTamis(['stop', '--home', home])).toMatchObject({ code: 0, stdout: 'Stopped.\n' })
  expect((await exited)[0]).toBe(0)
  expect((await runTamis(['stop', '--home', home])).stdout).toMatch(/No daemon/)
})

test('lets a request under way finish, refuses new ones, then exits', async () => {
  const daemon = await startTamis()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const slow = request(`${daemon.url}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  const answered = once(slow, 'response')
  slow.write(body.slice(0, 10))
  // A connection that was served before may still ask; it is told that we are stopping.
  const second = connect(daemon.port, '127.0.0.1')
  second.write(`GET /health HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\n\r\n`)
  await once(second, 'data')
  second.write(`POST /rpc HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\n`)
  await fetch(`${daemon.url}/health`)
  const exited = daemon.stop()
  await expect.poll(async () => (await fetch(`${daemon.url}/health`)).status).toBe(503)
  second.write('content-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
  const [refusal] = await once(second, 'data')
  expect(String(refusal)).toMatch(/^HTTP\/1\.1 503/)
  slow.end(body.slice(10))
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  response.resume()
  expect(await exited).toBe(0)
})

test('keeps the home to its owner', async () => {
  const daemon = await startTamis({ home: join(newFolder(), 'deep', 'home') })
  expect(statSync(daemon.home).mode & 0o777).toBe(0o700)
  await daemon.stop()
})

test('an unusable configuration stops the start with file, key and reason', async () => {
  const result = await runTamis(['up', '--home', newFolder()], {
    env: { MCP_PRUNER_PORT: 'eighty' },
  })
  expect(result.code).toBe(1)
  expect(result.stderr).toMatch(/MCP_PRUNER_PORT: `server\.port` must be a number/)
})

test('past runs beyond `store.max_traces` leave, the oldest first', async () => {
  const first = await startTamis()
  await first.stop()
  const database = new DatabaseSync(join(first.home, 'tamis.db'))
  onTestFinished(() => database.close())
  database.exec(
    `insert into catalog_traces (at, body) with recursive ages (at) as (
       select 1 union all select at + 1 from ages where at < 20300)
     select at, json_object('at', at, 'intent', '', 'tools', json('[]'), 'links', json('[]'),
       'isSuccess', json('true'), 'origin', 'recorded') from ages`,
  )
  const second = await startTamis({ home: first.home, env: { TAMIS_STORE_MAX_TRACES: '20000' } })
  onTestFinished(async () => void (await second.stop()))
  const span = database.prepare('select count(*) as count, min(at) as oldest from catalog_traces')
  await vi.waitFor(() => expect(span.get()).toEqual({ count: 20_000, oldest: 301 }), 10_000)
})

test('a detached daemon listens when the command ends, and stops when asked', async () => {
  const home = newFolder()
  const started = await runTamis(['up', '--detach', '--port', '0', '--home', home])
  expect(started.code).toBe(0)
  const url = /http:\S+/.exec(started.stdout)?.[0]
  expect((await fetch(`${url}/health`)).status).toBe(200)
  const stopped = await runTamis(['stop', '--home', home])
  expect(stopped.stdout).toContain('Stopped.')
  await expect(fetch(`${url}/health`)).rejects.toThrow()
})

test('a detached daemon that cannot start says where it said why', async () => {
  const home = newFolder()
  const busy = await startTamis({ home: newFolder() })
  const started = await runTamis(['up', '--detach', '--port', String(busy.port), '--home', home])
  expect(started.code).not.toBe(0)
  expect(started.stderr).toContain('daemon.log')
  await busy.stop()
})

test('top prints what today came to', async () => {
  const home = newFolder()
  const { code, stdout } = await runTamis(['top', '--once', '--home', home])
  expect(code).toBe(0)
  expect(stdout).toContain('no daemon runs')
  expect(stdout).toMatch(/spent .*saved/)
  expect(stdout).toContain('Nothing yet today.')
})
