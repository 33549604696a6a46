import { existsSync } from 'node:fs'
import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Fetch } from '../../network/guarded-fetch.ts'
import type { ServerDefinition } from './definition.ts'
import { endQuickly } from './end-quickly.ts'
import { unavailable } from './unavailable.ts'

/** The largest single message a server may send; a flood beyond it closes the connection. */
const largestMessageBytes = 16 * 1024 * 1024
const keptErrorChars = 2000

interface Opened {
  readonly transport: Transport
  /** The end of what the process wrote on stderr. */
  lastWords(): string
}

/** A transport that is not started yet. Only our configuration chooses what runs or is called. */
export function openTransport(definition: ServerDefinition, fetch: Fetch): Opened {
  if (definition.transport !== 'stdio') {
    const { url, headers } = definition
    const options = { requestInit: { headers }, fetch }
    const transport =
      definition.transport === 'sse'
        ? new SSEClientTransport(new URL(url), options)
        : new StreamableHTTPClientTransport(new URL(url), options)
    return { transport, lastWords: () => '' }
  }
  // Without its folder, the system says that there is no such program.
  if (definition.cwd !== undefined && !existsSync(definition.cwd))
    throw unavailable(definition.name, `its folder ${definition.cwd} does not exist`)
  const transport = new StdioClientTransport({
    command: definition.command,
    args: [...definition.args],
    env: { ...getDefaultEnvironment(), ...definition.env },
    ...(definition.cwd === undefined ? {} : { cwd: definition.cwd }),
    stderr: 'pipe',
    maxBufferSize: largestMessageBytes,
  })
  endQuickly(transport)
  let words = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString()
    words = (words + text).slice(-keptErrorChars)
    definition.onStderr?.(text)
  })
  return { transport, lastWords: () => words.trim() }
}
