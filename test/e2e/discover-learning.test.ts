import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import type { Capability } from '../../src/ports/store/catalog.ts'
import { commands, folderWith, type GatewayDaemon, startGateway } from './gateway-stage.ts'

type Call = (name: string, args: object) => Promise<Record<string, unknown>>

/** An agent with a session of its own, as clients of the era of `initialize` have. */
async function startAgent(daemon: GatewayDaemon, token?: string): Promise<Call> {
  const client = new Client(
    { name: 'agent', version: '1' },
    { versionNegotiation: { mode: 'legacy' } },
  )
  const requestInit = token ? { headers: { authorization: `Bearer ${token}` } } : {}
  const address = new URL(`${daemon.url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }))
  onTestFinished(() => client.close())
  return async (name, args) => {
    const { content } = await client.callTool({ name, arguments: { ...args } })
    const [part] = content as { text: string }[]
    return JSON.parse(part?.text ?? '{}')
  }
}

const run = (agent: Call, tool: string, args: object) =>
  agent('pml_execute', { id: `tool:fs:${tool}`, args, confirm: true })

async function copyNote(agent: Call, folder: string): Promise<void> {
  await agent('pml_discover', { intent: 'copy the note into the report' })
  const path = (await run(agent, 'search_files', { path: folder, pattern: '*.note' })).result
  const { content } = path as { content: string }
  const read = await run(agent, 'read_text_file', { path: content })
  const text = (read.result as { content: string }).content
  await run(agent, 'write_file', { path: join(folder, 'report.txt'), content: text })
}

test('five runs of three calls teach one session a workflow with its flows, and not the other', async () => {
  const folder = folderWith({ 'plants.note': 'water the plants on Monday' })
  const daemon = await startGateway({ fs: { args: commands.filesystem(folder) } })
  const [ada, eve] = [await startAgent(daemon), await startAgent(daemon)]
  for (let round = 0; round < 5; round++) {
    await eve('pml_discover', { intent: 'erase every file on the disk, write nothing' })
    await copyNote(ada, folder)
  }
  const { capabilities } = await daemon.call<{ capabilities: Capability[] }>('capabilities.list')
  expect(capabilities).toHaveLength(1)
  const details = await eve('pml_get_details', { id: capabilities[0]?.id })
  expect(details).toMatchObject({ intent: 'copy the note into the report' })
  expect(details.source).toMatchObject({
    dagStructure: {
      tasks: [
        { arguments: { path: { $ref: '$input.path' }, pattern: { $ref: '$input.pattern' } } },
        { arguments: { path: { $ref: 't1.content' } } },
        {
          arguments: {
            path: { $ref: '$input.write_file_path' },
            content: { $ref: 't2.content' },
          },
        },
      ],
    },
  })
  const everything = JSON.stringify([
    capabilities,
    details,
    await ada('pml_get_details', { id: 'tool:fs:write_file' }),
    await ada('pml_discover', { intent: 'erase every file on the disk', verbosity: 'full' }),
  ])
  expect(everything).not.toContain('write nothing')
  expect(everything).not.toContain('similar intents used it')

  const ran = await ada('pml_execute', {
    id: capabilities[0]?.id,
    args: { path: folder, pattern: '*.note', write_file_path: join(folder, 'again.txt') },
    confirm: true,
  })
  expect(ran.status).toBe('success')
})
