import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digest } from '../../src/adapters/node/digest.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import { sqliteUpkeep } from '../../src/adapters/sqlite/upkeep.ts'
import type { Kept } from '../../src/core/archive/parts.ts'
import { indexChunk, prepareDocument } from '../../src/core/knowledge/ingest/prepare-document.ts'

/** An empty store in a folder of its own. */
export function openKept(): Kept {
  const home = mkdtempSync(join(tmpdir(), 'tamis-kept-'))
  return {
    store: sqliteStore(join(home, 'tamis.db'), digest),
    documents: openDocuments(join(home, 'knowledge.db')),
    upkeep: sqliteUpkeep(home),
    indexChunk,
  }
}

/** Something of every part, `count` of what there are many of. */
export async function fillKept(
  { store, documents }: Pick<Kept, 'store' | 'documents'>,
  count: number,
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, at) => at)
  await store.originals.keep(
    numbers.map((at) => ({
      id: `prn_${at}`,
      kind: 'prune' as const,
      text: `text ${at % 7} \0 \ud800`,
      expiresAt: at,
      ...(at % 2 === 0 ? { result: '{"a":1}' } : {}),
    })),
  )
  for (const usedAt of [1_000, 2_000])
    await store.sentResults.keep(
      numbers
        .filter((at) => at % 2 === usedAt / 1_000 - 1)
        .map((at) => ({
          key: `key ${at}`,
          text: at % 3 === 0 ? null : `short ${at} \ud800`,
          refersTo: at === 0 ? [] : [`key ${at - 1}`],
          turn: at,
          omissionId: at % 3 === 0 ? null : `prn_${at}`,
        })),
      usedAt,
    )
  await store.ledger.append(
    numbers.map((at) => ({
      at,
      kind: 'prune',
      source: 'cli',
      durationMs: 0.5,
      isFallback: at % 3 === 0,
      warnings: at % 3 === 0 ? ['timeout'] : [],
      tokens: { before: 10, after: 4 },
      ...(at % 2 === 0 ? { caller: 'alice', details: { saved_usd: 0.25, raw_usd: 1 } } : {}),
    })),
  )
  await store.catalog.saveServer({
    name: 'garden',
    description: '',
    kind: 'registered',
    isQuarantined: false,
  })
  await store.catalog.replaceTools('garden', [
    {
      id: 'tool:garden:dig',
      server: 'garden',
      name: 'dig',
      description: 'Dig',
      inputSchema: { type: 'object' },
      annotations: {},
      tags: [],
      examples: [],
      schemaHash: 'a',
      textHash: 'b',
      state: 'active',
      findings: [],
    },
  ])
  await store.catalog.appendTraces(
    numbers.map((at) => ({
      at,
      intent: 'dig',
      tools: ['tool:garden:dig'],
      links: [],
      isSuccess: true,
      origin: 'recorded' as const,
    })),
  )
  await store.tokens.add({
    id: 'abcdefgh',
    name: 'alice',
    namespace: 'default',
    scope: 'write',
    hash: 'c'.repeat(64),
    createdAt: 1,
  })
  for (const at of numbers.slice(0, 20)) await addDocument(documents, at)
}

async function addDocument(documents: Kept['documents'], at: number): Promise<void> {
  const { record, chunks } = prepareDocument(
    digest,
    {
      id: `doc ${at} é`,
      source: 'test',
      trust: 'high',
      root: '',
      path: `doc-${at}.md`,
      text: `# Turnips ${at}\n\nTurnips number ${at} grow here.`,
      kind: 'markdown',
      tags: ['garden'],
      bytes: 10,
      modifiedAt: at,
    },
    5,
  )
  await documents.put(record, chunks)
  await documents.putVectors(
    'm',
    chunks.map((chunk) => ({ digest: chunk.digest, vector: Float32Array.of(0.6, 0.8) })),
  )
}
