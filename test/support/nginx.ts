import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** nginx with the configuration of `deploy/`, in front of daemons on this machine. */
export interface Nginx {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** Whether it is installed here. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** Why tests that need it are skipped. */
export const noNginx = 'nginx is not installed here (Debian: apt install nginx)'

const shipped = join(import.meta.dirname, '../../deploy/nginx.conf')

/** The addresses and folders alone are other ones. `daemons` are the ports of `daemon-1` and so on. */
export async function startNginx(daemons: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-nginx-'))
  const [port, alive] = [await freePort(), await freePort()]
  const bodies = join(folder, 'bodies')
  mkdirSync(bodies)
  const lines = daemons.map((daemon) => `server 127.0.0.1:${daemon} max_fails=0;\n    `)
  const text = readFileSync(shipped, 'utf8')
    .replace(/(?:server daemon-\d:8006 max_fails=0;\s+)+/, lines.join(''))
    .replace(/(?:server daemon-\d:8006 max_fails=0;\s+)+/, [...lines.slice(1), lines[0]].join(''))
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${alive}`)
    .replace('/tmp/nginx.pid', join(folder, 'nginx.pid'))
    .replace('/dev/stdout', join(folder, 'access.log'))
    .replace('/dev/stderr', join(folder, 'error.log'))
    .replace('http {', `http {\n  client_body_temp_path ${bodies};\n  proxy_temp_path ${bodies};`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, text)
  const child = spawn(
    'nginx',
    ['-p', folder, '-e', join(folder, 'error.log'), '-c', file, '-g', 'daemon off;'],
    {
      stdio: 'ignore',
    },
  )
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`http://127.0.0.1:${alive}/alive`, child, folder)
  return {
    url,
    port,
    async stop() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function untilAnswers(url: string, child: ChildProcess, folder: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 204) return
    if (child.exitCode !== null || attempt === 300)
      throw new Error(`nginx did not start: ${readFileSync(join(folder, 'error.log'), 'utf8')}`)
    await pause(50)
  }
}

const first = 12_000
const last = 30_000

/** One that no program is given by chance, so that a daemon finds it free again after a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first))
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
