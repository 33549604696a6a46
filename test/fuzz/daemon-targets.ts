import fc from 'fast-check'
import { sendRaw } from '../e2e/raw-http.ts'
import { postJson, type RunningDaemon } from '../e2e/tamis.ts'
import { nastyText, nastyValue } from './nasty.ts'
import { operationCase } from './operation-inputs.ts'
import { type FuzzTarget, target } from './target.ts'

const doors = [
  '/rpc',
  '/mcp',
  '/api/prune',
  '/api/recover',
  '/api/execute',
  '/api/nothing',
  '/api/mcp-gateway/x/rpc',
  '/',
]

const headerName = fc.constantFrom(
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'last-event-id',
  'x-target-base-url',
  'content-encoding',
  'expect',
  'transfer-encoding',
  'content-length',
  'connection',
  'upgrade',
)
/** What Node's client would refuse to send. */
const headerValue = nastyText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''))

const mcpMessage = fc.record({
  jsonrpc: fc.oneof(
    { weight: 5, arbitrary: fc.constant('2.0') },
    { weight: 1, arbitrary: nastyValue },
  ),
  id: fc.oneof(fc.integer(), nastyText, fc.constant(null)),
  method: fc.oneof(
    fc.constantFrom(
      'initialize',
      'tools/list',
      'tools/call',
      'server/discover',
      'ping',
      'prompts/get',
      'resources/read',
    ),
    nastyText,
  ),
  params: fc.oneof(
    nastyValue,
    operationCase.map(({ input }) => ({ name: 'pml_discover', arguments: input })),
  ),
})

/** The running daemon, over real sockets: no fault of its own, and it goes on answering. */
export function daemonTargets(daemon: RunningDaemon): readonly FuzzTarget[] {
  const { url, port } = daemon
  return [
    target(
      'HTTP bodies',
      fc.tuple(
        fc.constantFrom(...doors),
        fc.oneof(
          nastyText,
          nastyValue.map((value) => JSON.stringify(value)),
        ),
      ),
      async ([door, body]) => {
        const { status, text } = await postJson(url + door, body)
        requireSound(status, text)
      },
    ),
    target('MCP', fc.oneof(mcpMessage, nastyValue), async (message) => {
      const headers = { accept: 'application/json, text/event-stream' }
      const { status, text } = await postJson(`${url}/mcp`, message ?? null, headers)
      requireSound(status, text)
    }),
    target(
      'raw requests',
      fc.tuple(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PRI', 'BREW'),
        fc.oneof(
          fc.constantFrom(...doors),
          nastyText.map((text) => `/${text}`),
        ),
        fc.array(fc.tuple(headerName, headerValue), { maxLength: 4 }),
        nastyText,
      ),
      async ([method, path, headers, body]) => {
        const head = [
          `${method} ${path} HTTP/1.1`,
          `host: 127.0.0.1:${port}`,
          'connection: close',
          ...headers.map(([name, value]) => `${name}: ${value}`),
        ]
        const answer = await sendWhole(port, `${head.join('\r\n')}\r\n\r\n${body}`)
        if (/^HTTP\/1\.1 500/.test(answer)) throw new Error(`a fault of our own: ${answer}`)
      },
    ),
  ]
}

/** Sends all and closes its side; a daemon that hangs up has answered too. */
async function sendWhole(port: number, bytes: string): Promise<string> {
  return sendRaw(port, Buffer.from(bytes, 'latin1'), /\r\n\r\n/).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return ''
    throw error
  })
}

function requireSound(status: number, text: string): void {
  if (text.includes('internal_error') || text.includes('"Internal error"'))
    throw new Error(`a fault of our own: ${text.slice(0, 500)}`)
  if (status >= 500 && !/"code":/.test(text)) throw new Error(`${status} without a code: ${text}`)
}
