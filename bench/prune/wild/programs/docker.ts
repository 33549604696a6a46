import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { Box } from '../scenario.ts'
import { listen } from './kubernetes.ts'

/** Runs a `docker` command against a daemon of ours: the program is real, the containers are not. */
export async function docker(box: Box, command: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/v[\d.]+/, '').replace(/\?.*/, '')
    const isPing = path === '/_ping'
    response.writeHead(200, {
      'api-version': '1.47',
      'content-type': isPing ? 'text/plain' : 'application/json',
    })
    response.end(isPing ? 'OK' : JSON.stringify(path === '/containers/json' ? containers() : {}))
  })
  try {
    const port = await listen(server)
    return await box.shell(`export DOCKER_HOST=tcp://127.0.0.1:${port} HOME=$PWD; ${command}`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const names = ['web', 'basket', 'prices', 'stock', 'search', 'mailer', 'billing', 'images', 'queue']

function containers(): readonly object[] {
  const now = Math.floor(Date.now() / 1000)
  const odd: Readonly<Record<string, string>> = {
    'stock-4': 'Exited (137) 6 minutes ago',
    'mailer-2': 'Restarting (1) 12 seconds ago',
    'web-6': 'Up 3 hours (unhealthy)',
  }
  return names.flatMap((name, at) =>
    Array.from({ length: 8 }, (_, index) => ({
      Id: createHash('sha256').update(`${name}-${index}`).digest('hex'),
      Names: [`/${name}-${index}`],
      Image: `registry.example.org/shop/${name}:1.${at}`,
      Command: `node ${name}.js`,
      Created: now - 86_400 * (index + 1),
      State: 'running',
      Status: odd[`${name}-${index}`] ?? `Up ${index + 1} days`,
      Ports: [{ PrivatePort: 8000 + at, Type: 'tcp' }],
    })),
  )
}
