import { z } from 'zod'
import { toIsoTime } from '../../core/text/iso-time.ts'
import type { DocumentRecord } from '../../engine.ts'
import { phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toPage } from '../page.ts'
import { toColumns } from '../table.ts'
import { filterFields, longestQuery, mode, toFilter } from './knowledge-input.ts'

const list = operation({
  name: 'knowledge.list',
  summary: 'List the documents of the knowledge base',
  effect: 'read',
  tool: { name: 'knowledge_list', profiles: [] },
  command: { name: 'list', examples: ['tamis list', "tamis list --path 'src/*' --limit 20"] },
  input: z.strictObject({
    ...filterFields,
    after: z.string().optional().describe('Next page: only ids after this one'),
    limit: z.int().min(1).max(1000).default(50).describe('How many documents at most'),
  }),
  run: async (engine, { after, limit, ...filter }) => {
    const documents = await engine.knowledge.list(toFilter(filter), after, limit)
    return { documents: documents.map(toListed) }
  },
  toText: ({ documents }, say) =>
    documents.length === 0
      ? say('Nothing yet: `tamis ingest FOLDER` adds documents.')
      : toColumns(
          ['id', 'source', 'bytes', 'indexed', 'path', 'title'],
          documents.map(({ doc_id, source, bytes, indexed_at, doc_path, title }) => [
            ...[doc_id, source, bytes, indexed_at.slice(0, 10), doc_path, title],
          ]),
          say,
        ),
})

const inspect = operation({
  name: 'knowledge.inspect',
  summary: 'Show a document of the knowledge base and how it was cut',
  effect: 'read',
  tool: { name: 'knowledge_inspect', profiles: [] },
  command: { name: 'inspect', positional: 'id', examples: ['tamis inspect docs/setup.md'] },
  input: z.strictObject({ id: z.string().min(1).describe('Id or path of the document') }),
  run: async (engine, { id }) => {
    const { document, chunks } = await engine.knowledge.inspect(id)
    return { document: toListed(document), chunks }
  },
  toText: ({ document, chunks }, say) =>
    [
      toPage(
        [
          ['id', document.doc_id],
          ['title', document.title],
          ['path', document.doc_path],
          ['source', document.source],
          ['kind', document.kind],
          ['trust', document.trust],
          ['tags', document.tags.join(', ')],
          ['bytes', document.bytes],
          ['indexed', document.indexed_at],
        ],
        say,
      ),
      toColumns(
        ['chunk', 'lines', 'headings'],
        chunks.map(({ chunk_id, start_line, end_line, heading_path }) => [
          ...[chunk_id, `${start_line}–${end_line}`, heading_path.join(' › ')],
        ]),
        say,
      ),
    ].join('\n\n'),
})

const fetch = operation({
  name: 'knowledge.fetch',
  summary: 'The exact text of a chunk, a document, or some of its lines',
  effect: 'read',
  tool: { name: 'fetch', profiles: ['knowledge'] },
  command: {
    name: 'fetch',
    positional: 'id',
    examples: ['tamis fetch chk_…', 'tamis fetch docs/setup.md --start-line 10 --end-line 20'],
  },
  input: z.strictObject({
    id: z.string().min(1).describe('A chunk_id, a doc_id, or the path of a document'),
    start_line: z.int().min(1).optional().describe('First line, from 1'),
    end_line: z.int().min(1).optional().describe('Last line'),
  }),
  run: (engine, { id, start_line, end_line }) =>
    engine.knowledge.fetch({
      ...(id.startsWith('chk_') ? { chunkId: id } : { documentId: id }),
      ...(start_line === undefined ? {} : { startLine: start_line }),
      ...(end_line === undefined ? {} : { endLine: end_line }),
    }),
  toText: ({ text }) => text.replace(/\n$/, ''),
})

const reset = operation({
  name: 'knowledge.reset',
  summary: 'Forget the knowledge base, or one source of it; the files stay',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'knowledge_reset', profiles: [], isDestructive: true },
  command: { name: 'reset', examples: ['tamis reset --source docs', 'tamis reset --all'] },
  input: z
    .strictObject({
      source: z.string().min(1).optional().describe('Only this source'),
      all: z.boolean().default(false).describe('Everything'),
    })
    .refine(({ source, all }) => all !== (source !== undefined), {
      message: 'say either a source or all',
    }),
  run: async (engine, { source }) => {
    await engine.knowledge.reset(source)
    return { reset: source ?? 'all' }
  },
  toText: ({ reset: what }, say) => say(phrase`Forgot ${what}.`),
})

const schema = operation({
  name: 'knowledge.schema',
  summary: 'Show what the knowledge base holds: sources, sizes, models, settings of search',
  effect: 'read',
  tool: { name: 'schema', profiles: ['knowledge'] },
  command: { name: 'schema', examples: ['tamis schema'] },
  input: z.strictObject({}),
  run: async (engine) => ({
    ...(await engine.knowledge.usage()),
    embedder: engine.models.inUse.embedder,
    llm: engine.models.inUse.llm,
    envelopes: ['search_hit.v1', 'answer.v1', 'error.v1'],
    modes: ['lexical', 'vector', 'hybrid'],
  }),
  toText: ({ documents, chunks, sources, embedder, llm }, say) =>
    [
      sources.length === 0
        ? say('Nothing yet: `tamis ingest FOLDER` adds documents.')
        : toColumns(
            ['source', 'documents', 'chunks', 'trust'],
            [
              ...sources.map((one) => [one.source, one.documents, one.chunks, one.trust]),
              [say('all'), documents, chunks, ''],
            ],
            say,
          ),
      '',
      `embedder  ${embedder ? say(phrase`${embedder.model}, ${embedder.dimensions} dimensions`) : say('none')}`,
      `llm       ${llm ?? say('none')}`,
    ].join('\n'),
})

const golden = z
  .array(
    z.strictObject({
      query: z.string().min(1).max(longestQuery),
      relevant: z
        .array(z.string())
        .describe('Ids or paths that answer it; none for a question that must be refused'),
    }),
  )
  .min(1)

const evaluate = operation({
  name: 'knowledge.evaluate',
  summary: 'Measure how good search and gate are, with a golden file of your own',
  effect: 'read',
  tool: { name: 'knowledge_evaluate', profiles: [] },
  input: z.strictObject({
    golden: golden.describe('Questions with the documents that answer them'),
    mode,
  }),
  run: (engine, { golden: questions, mode: by }, { signal }) =>
    engine.knowledge.evaluate(questions, by, signal),
})

export const knowledgeBrowseOperations = [list, inspect, fetch, reset, schema, evaluate]

function toListed(record: DocumentRecord) {
  return {
    doc_id: record.id,
    doc_path: record.path,
    root: record.root,
    title: record.title,
    source: record.source,
    trust: record.trust,
    kind: record.kind,
    language: record.language,
    tags: record.tags,
    bytes: record.bytes,
    modified_at: toIsoTime(record.modifiedAt),
    indexed_at: toIsoTime(record.indexedAt),
  }
}
