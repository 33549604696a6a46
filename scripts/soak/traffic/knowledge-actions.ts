import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ActionScene, WeightedAction } from './actions.ts'

const learnings = 60

/** Knowledge, discovery, execution, memory, the ledger's pages, and MCP clients of both eras. */
export function knowledgeActions(scene: ActionScene): readonly WeightedAction[] {
  const { random, material } = scene
  const ask = (operation: string, input: () => object) => async (): Promise<void> => {
    await scene.call(operation, input())
  }
  return [
    {
      name: 'ingest',
      weight: 4,
      run: ask('knowledge.ingest_text', () => {
        const index = random.below(material.documents.length)
        const { title = '', text = '' } = material.documents[index] ?? {}
        // The same documents over and over, changed a little: what is replaced must go.
        return { id: `doc-${index}`, title, text: `${text}\n\nRevision ${random.below(1000)}.` }
      }),
    },
    {
      name: 'search',
      weight: 6,
      run: ask('knowledge.search', () => ({ query: random.pick(material.questions), k: 5 })),
    },
    {
      name: 'ask',
      weight: 3,
      run: ask('knowledge.ask', () => ({
        query: random.pick(material.questions),
        extractive: true,
      })),
    },
    {
      name: 'discover',
      weight: 4,
      run: ask('discover', () => ({ intent: random.pick(material.questions).slice(0, 200) })),
    },
    {
      name: 'execute',
      weight: 4,
      run: ask('execute', () => ({
        id: random.next() < 0.8 ? 'tool:well:work' : 'tool:large:work',
        args: { text: random.pick(material.questions) },
      })),
    },
    {
      name: 'remember',
      weight: 1,
      run: ask('memory.remember', () => ({
        text: `Lesson ${random.below(learnings)}: close what you open before you leave`,
        story: `PD-${1 + random.below(20)}`,
        tags: ['soak'],
      })),
    },
    {
      name: 'inject',
      weight: 2,
      run: ask('memory.inject', () => ({
        story: `PD-${1 + random.below(20)}`,
        query_text: 'close what was opened',
      })),
    },
    { name: 'ledger', weight: 3, run: ask('ledger.list', () => ({ limit: 100 })) },
    { name: 'ledger sums', weight: 2, run: ask('ledger.sum', () => ({ by: 'hour' })) },
    { name: 'requests', weight: 2, run: ask('requests.list', () => ({ limit: 20 })) },
    { name: 'doctor', weight: 1, run: ask('doctor', () => ({})) },
    { name: 'mcp client', weight: 2, run: () => visitByMcp(scene) },
  ]
}

const eras = [{ mode: 'legacy' as const }, { mode: { pin: '2026-07-28' } }]

async function visitByMcp({ url, random }: ActionScene): Promise<void> {
  const client = new Client(
    { name: 'soak', version: '1' },
    { versionNegotiation: random.pick(eras) },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  try {
    await client.listTools()
    await client.callTool({ name: 'health', arguments: {} })
  } finally {
    await client.close()
  }
}
