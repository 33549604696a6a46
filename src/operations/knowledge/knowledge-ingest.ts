import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import type { IngestProgress, IngestResult } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { counted, phrase } from '../../phrase.ts'
import { type Call, operation } from '../operation.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { trust } from './knowledge-input.ts'
import { passedOver } from './passed-over.ts'

/** Nobody else is served while a text is cut; files have `knowledge.max_file_bytes` instead. */
const longestText = 4_000_000

const labels = {
  trust: trust
    .optional()
    .describe('How far the source is trusted, for filters only; medium if not given'),
  tags: z.array(z.string()).optional().describe('Words to filter by later'),
}

const document = z.strictObject({
  id: z.string().min(1).max(1000).describe('The same id replaces the document'),
  title: z.string().optional(),
  text: z.string().max(longestText),
  kind: z.enum(['markdown', 'code', 'text', 'structured']).optional(),
  language: z.string().optional(),
  tags: z.array(z.string()).optional(),
})

const ingest = operation({
  name: 'knowledge.ingest',
  summary:
    'Index files, folders or texts; what is unchanged costs nothing, what is gone is forgotten',
  effect: 'write',
  tool: { name: 'ingest', profiles: [] },
  input: z.strictObject({
    paths: z.array(z.string()).default([]).describe('Files, folders or patterns'),
    documents: z.array(document).default([]).describe('Texts handed in directly'),
    source: z.string().min(1).optional().describe('Name of the source; the folder without it'),
    ...labels,
  }),
  run: async (engine, input, call) => {
    if (input.paths.length === 0 && input.documents.length === 0)
      throw new EngineError('invalid_input', 'Neither paths nor documents are given')
    const results: IngestResult[] = []
    if (input.documents.length > 0) {
      const texts = input.documents.map(({ tags = input.tags ?? [], ...rest }) => ({
        ...withoutUndefined(rest),
        tags,
      }))
      const from = { source: input.source ?? 'api', trust: input.trust ?? 'medium' }
      results.push(await engine.knowledge.ingestTexts(texts, from, call.signal))
    }
    if (input.paths.length > 0)
      results.push(
        await engine.knowledge.ingestPaths(toPaths(input, call), report(call), call.signal),
      )
    return results.reduce(addResults)
  },
})

const ingestFile = operation({
  name: 'knowledge.ingest_file',
  summary: 'Index one file or folder below the configured roots',
  effect: 'write',
  tool: { name: 'ingest_file', profiles: ['knowledge'] },
  input: z.strictObject({
    path: z.string().min(1).describe('The file or folder'),
    source: z.string().min(1).optional().describe('Name of the source'),
    ...labels,
  }),
  run: (engine, { path, ...rest }, call) =>
    engine.knowledge.ingestPaths(
      toPaths({ ...rest, paths: [path] }, call),
      report(call),
      call.signal,
    ),
})

const ingestText = operation({
  name: 'knowledge.ingest_text',
  summary: 'Index a text under an id of your own',
  effect: 'write',
  tool: { name: 'ingest_text', profiles: ['knowledge'] },
  input: z.strictObject({
    id: document.shape.id,
    title: z.string().optional().describe('What the text is called'),
    text: z.string().min(1).max(longestText).describe('The text; Markdown headings are understood'),
    source: z.string().min(1).default('text').describe('Name of the source'),
    ...labels,
  }),
  run: (engine, { id, title, text, tags = [], source, trust: level = 'medium' }, call) =>
    engine.knowledge.ingestTexts(
      [{ id, text, tags, ...(title === undefined ? {} : { title }) }],
      { source, trust: level },
      call.signal,
    ),
})

export const knowledgeIngestOperations = [ingest, ingestFile, ingestText]

/** What an ingest did, in a line. */
export function ingestSummary(result: IngestResult, say: Say): string {
  const { added, changed, renamed, unchanged, removed, skipped, embedded } = result
  const counts: Partial<Record<(typeof skipped)[number]['skipped'], number>> = {}
  // A path that somebody typed, and typed wrong, is named.
  for (const { skipped: reason } of skipped)
    if (reason !== 'missing') counts[reason] = (counts[reason] ?? 0) + 1
  const missing = skipped.flatMap(({ skipped: reason, path }) =>
    reason === 'missing' ? [say(phrase`${path} is missing`)] : [],
  )
  const passed = [...passedOver(counts, say), ...missing].join(', ')
  return [
    [
      say(
        phrase`${added} added, ${changed} changed, ${renamed} renamed, ${removed} removed, ${unchanged} unchanged;`,
      ),
      say(counted(embedded, '{} text embedded.', '{} texts embedded.')),
    ].join(' '),
    ...(passed ? [say(phrase`Passed over: ${passed}.`)] : []),
    ...(counts.secret
      ? [say('Files that hold secrets stay out; --include-secrets reads them too.')]
      : []),
    ...(result.embedding_failed
      ? [say(phrase`Without vectors: ${result.embedding_failed}. Words are searchable.`)]
      : []),
    ...(result.embedding_hint ? [say(result.embedding_hint)] : []),
  ].join('\n')
}

function toPaths(
  input: {
    readonly paths: readonly string[]
    readonly source?: string | undefined
    readonly trust?: 'high' | 'medium' | 'low' | undefined
    readonly tags?: readonly string[] | undefined
  },
  { source: door }: Call,
) {
  const { paths, source, trust: level, tags } = input
  return {
    paths,
    isLocalPerson: door === 'cli',
    ...withoutUndefined({ source, trust: level, tags }),
  }
}

function report({ onProgress }: Call): (progress: IngestProgress) => void {
  return ({ phase, done, total, file }) =>
    onProgress?.({
      done,
      ...(total === undefined ? {} : { total }),
      message: `${phase} ${done}${total === undefined ? '' : `/${total}`}${file === undefined ? '' : ` ${file}`}`,
    })
}

function addResults(first: IngestResult, second: IngestResult): IngestResult {
  return {
    added: first.added + second.added,
    changed: first.changed + second.changed,
    renamed: first.renamed + second.renamed,
    unchanged: first.unchanged + second.unchanged,
    removed: first.removed + second.removed,
    skipped: [...first.skipped, ...second.skipped],
    embedded: first.embedded + second.embedded,
    embedding_failed: first.embedding_failed ?? second.embedding_failed,
    embedding_hint: first.embedding_hint ?? second.embedding_hint,
  }
}
