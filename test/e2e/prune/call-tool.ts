import { beforeAll } from 'vitest'
import { postJson, type RunningDaemon, startTamis } from '../tamis.ts'

/** Options of the contract, all said. */
export const options = {
  max_prune_ratio: 0.8,
  min_keep_lines: 1,
  timeout_ms: 5000,
  annotate_lines: false,
  include_markers: true,
}

interface Reply {
  readonly result?: { readonly content: readonly { readonly text: string }[] }
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data: Record<string, unknown>
  }
}

/** One call over `/rpc`, as it was answered. */
export async function callTool(url: string, name: string, args: unknown): Promise<Reply> {
  const body = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } }
  return (await postJson(`${url}/rpc`, body)).body as Reply
}

/** What the tool gave. */
export async function toolResult(url: string, name: string, args: unknown) {
  const reply = await callTool(url, name, args)
  return JSON.parse(reply.result?.content[0]?.text ?? JSON.stringify(reply))
}

/** 400 lines, one of which says what is wrong. */
export const log = Array.from({ length: 400 }, (_, index) =>
  index === 250
    ? 'ERROR: connection to orders-db refused'
    : `step ${index} finished in ${index} ms`,
).join('\n')

export const pruneLog = {
  text: log,
  goal_hint: 'why does the orders-db connection fail',
  source_type: 'logs',
  options,
}

/** A daemon for the tests of a file, and calls of its tools. */
export function daemonForFile(env: Record<string, string> = {}) {
  let daemon: RunningDaemon
  beforeAll(async () => {
    daemon = await startTamis({ env })
    return async () => void (await daemon.stop())
  })
  return {
    api: (path: string, body: unknown) => postJson(daemon.url + path, body),
    call: (name: string, args: unknown, url = daemon.url) => callTool(url, name, args),
    result: (name: string, args: unknown, url = daemon.url) => toolResult(url, name, args),
  }
}
