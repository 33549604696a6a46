// An MCP server on stdio whose tools are in a JSON file, so that a test can change what it says.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , file = ''] = process.argv
process.stderr.write(`ready with ${JSON.parse(readFileSync(file, 'utf8')).length} tools\n`)

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'upstream', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: JSON.parse(readFileSync(file, 'utf8')) }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: `${name} done` }] }),
  ping: () => ({}),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  const reply = answer
    ? { result: answer(params ?? {}) }
    : { error: { code: -32601, message: `no ${method}` } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`)
}
