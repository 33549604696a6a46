import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { postJson, type RunningDaemon, startTamis } from '../tamis.ts'

export const notes = join(import.meta.dirname, '../../fixtures/knowledge/notes')

export interface ToolAnswer {
  readonly isError: boolean
  /** The bytes of the text the tool gave. */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came over the wire
  readonly json: any
}

export interface AskClient {
  readonly daemon: RunningDaemon
  readonly client: Client
  call(name: string, args: Record<string, unknown>): Promise<ToolAnswer>
}

/** A daemon with a model behind it, and an MCP client of its `knowledge` profile. */
export async function openAskClient(
  env: Readonly<Record<string, string>>,
  documents: readonly { id: string; text: string; title?: string }[] = [],
): Promise<AskClient> {
  const daemon = await startTamis({ env: { TAMIS_KNOWLEDGE_ROOTS: notes, ...env } })
  onTestFinished(async () => void (await daemon.stop()))
  if (documents.length > 0) await postJson(`${daemon.url}/api/knowledge.ingest`, { documents })
  const client = new Client({ name: 'test', version: '1' })
  const address = new URL(`${daemon.url}/mcp?profile=knowledge`)
  await client.connect(new StreamableHTTPClientTransport(address))
  onTestFinished(() => client.close())
  return {
    daemon,
    client,
    async call(name, args) {
      const { content, isError = false } = await client.callTool({ name, arguments: args })
      const [first] = content as { text: string }[]
      const text = first?.text ?? ''
      return { isError: isError === true, text, json: JSON.parse(text) }
    },
  }
}

/** The variables that name a model server. */
export function modelAt(url: string, timeoutMs = 5000): Record<string, string> {
  return {
    TAMIS_LLM_KIND: 'openai',
    TAMIS_LLM_MODEL: 'scripted',
    TAMIS_LLM_BASE_URL: url,
    TAMIS_LLM_TIMEOUT_MS: String(timeoutMs),
  }
}
