import { expect, onTestFinished, test } from 'vitest'
import type { Fetch } from '../../network/guarded-fetch.ts'
import type { ServerDefinition } from './definition.ts'
import { hasEnded } from './process-group.ts'
import { openTransport } from './transport.ts'

const noFetch: Fetch = () => Promise.reject(new Error('nothing is fetched here'))

/** Says its number and stays, whatever becomes of its input. */
const stubborn = `process.on('SIGHUP', () => {}); console.error(process.pid); setInterval(() => {}, 1e6)`
/** Starts one that is to outlive it, as daemons of build tools are. */
const withHelper = `const { pid } = require('node:child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
console.error(pid); process.stdin.resume().on('end', () => process.exit())`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !hasEnded(pid)
  } catch {
    return false
  }
}

/** Started through a shell, as `npx` does; the number its server said. */
async function start(script: string) {
  const definition = {
    name: 'a',
    transport: 'stdio',
    command: 'sh',
    args: ['-c', '"$0" -e "$1"; true', process.execPath, script],
    env: {},
  } as unknown as ServerDefinition
  const said: string[] = []
  const { transport } = openTransport(
    { ...definition, onStderr: (text: string) => said.push(text) },
    noFetch,
  )
  await transport.start()
  await expect.poll(() => said.join('')).toMatch(/\d+\n/)
  const pid = Number(said.join(''))
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  return { transport, pid }
}

test('a server that was started through another program ends with it', async () => {
  const { transport, pid } = await start(stubborn)
  expect(isRunning(pid)).toBe(true)
  await transport.close()
  expect(isRunning(pid)).toBe(false)
})

test('what a server started to outlive it stays', async () => {
  const { transport, pid } = await start(withHelper)
  await transport.close()
  expect(isRunning(pid)).toBe(true)
  process.kill(pid)
})
