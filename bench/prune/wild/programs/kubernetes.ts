import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Box } from '../scenario.ts'

/** Runs a `kubectl` command against an API server of ours: the program is real, the cluster is not. */
export async function kubectl(box: Box, command: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const body = answers[pathname]
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { kind: 'Status', status: 'Failure', code: 404 }))
  })
  try {
    const port = await listen(server)
    box.write({
      config: `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: 'http://127.0.0.1:${port}'}}]
contexts: [{name: c, context: {cluster: c, user: u}}]
users: [{name: u, user: {}}]
current-context: c
`,
    })
    return await box.shell(`export KUBECONFIG=$PWD/config HOME=$PWD; ${command}`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

type Row = readonly (string | number)[]

function table(columns: readonly string[], rows: readonly Row[]): object {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: '1' },
    columnDefinitions: columns.map((name) => ({
      name,
      type: 'string',
      format: name === 'Name' ? 'name' : '',
      description: '',
      priority: 0,
    })),
    rows: rows.map((cells) => ({
      cells,
      object: {
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { name: cells[0], namespace: 'default' },
      },
    })),
  }
}

const services = ['web', 'basket', 'prices', 'stock', 'search', 'mailer', 'billing', 'images']

function pods(): readonly Row[] {
  const sick: Readonly<Record<string, Row>> = {
    'basket-3': ['0/1', 'CrashLoopBackOff', '17 (2m11s ago)', '74m'],
    'billing-5': ['0/1', 'ImagePullBackOff', 0, '41m'],
    'search-9': ['0/1', 'Pending', 0, '3h12m'],
    'images-2': ['1/2', 'OOMKilled', '4 (31s ago)', '6d4h'],
  }
  return services.flatMap((service, at) =>
    Array.from({ length: 12 }, (_, index): Row => {
      const state = sick[`${service}-${index}`] ?? [
        '1/1',
        'Running',
        index === 4 ? '1 (9d ago)' : 0,
        '12d',
      ]
      const hash = (7919 * (at * 12 + index + 1)).toString(36)
      return [`${service}-7d9c${at}b-${hash}${index}`, ...state]
    }),
  )
}

const verbs = ['get', 'list', 'watch']

const answers: Readonly<Record<string, object>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [
      {
        name: 'pods',
        singularName: 'pod',
        namespaced: true,
        kind: 'Pod',
        verbs,
        shortNames: ['po'],
      },
    ],
  },
  '/api/v1/namespaces/default/pods': table(['Name', 'Ready', 'Status', 'Restarts', 'Age'], pods()),
}
