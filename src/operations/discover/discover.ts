import { z } from 'zod'
import { takeMedia } from '../../core/text/media.ts'
import type { Say } from '../../core/text/say.ts'
import type { DiscoverResponse, DiscoverResult, Engine, ExecuteResponse } from '../../engine.ts'
import { type Phrase, phrase } from '../../phrase.ts'
import { type Call, operation, type ToolResult } from '../operation.ts'
import { dagInput } from './dag.ts'
import { detailsText } from './details-text.ts'

const discover = operation({
  name: 'discover',
  summary: 'Find tools and capabilities for an intent, best first, with a score of 0 to 1.',
  effect: 'read',
  tool: { name: 'pml_discover', aliases: ['discover'], profiles: ['default'] },
  command: {
    name: 'discover',
    positional: 'intent',
    help: {
      filter: 'Only some: {"type", "servers", "tags", "minScore"}',
      verbosity: 'How much to say of each result',
      limit: 'How many results at most',
      includeAlternatives: 'Also name tools that do the same elsewhere',
      includeCoOccurrences: 'Also name tools that are often used together with these',
    },
    examples: [
      'tamis discover "read a PDF and mail a summary"',
      'tamis discover "convert CSV to JSON" --filter \'{"type":"capability","minScore":0.5}\'',
    ],
  },
  input: z.strictObject({
    intent: z.string().min(1).max(20_000).describe('What you want to do'),
    filter: z
      .strictObject({
        type: z.enum(['tool', 'capability', 'skill', 'all']).optional(),
        servers: z.array(z.string()).optional(),
        minScore: z.number().min(0).max(1).optional(),
        tags: z.array(z.string()).optional(),
      })
      .optional(),
    verbosity: z.enum(['minimal', 'summary', 'full', 'code']).default('summary'),
    limit: z.int().min(1).max(100).default(10),
    includeAlternatives: z.boolean().optional(),
    includeCoOccurrences: z.boolean().optional(),
  }),
  run: (engine, input, { signal, ...visitor }) => engine.discovery.discover(input, signal, visitor),
  toText: toLines,
})

const details = operation({
  name: 'details',
  summary: 'Everything about one result: schema, code or workflow, and past runs.',
  effect: 'read',
  tool: { name: 'pml_get_details', aliases: ['details'], profiles: ['default'] },
  command: {
    name: 'details',
    positional: 'id',
    help: {
      id: 'tool:…, cap:… or skill:…',
      include: 'What to add: {"code", "dag", "history", "schema"}',
    },
    examples: [
      'tamis details tool:fs:read_file',
      'tamis details cap:report --include \'{"dag":true}\'',
    ],
  },
  input: z.strictObject({
    id: z.string().min(1),
    include: z
      .strictObject({
        code: z.boolean().optional(),
        dag: z.boolean().optional(),
        history: z.boolean().optional(),
        schema: z.boolean().optional(),
      })
      .optional(),
  }),
  run: (engine, { id, include }, { caller, client }) =>
    engine.discovery.details(id, include ?? {}, caller, client),
  toText: detailsText,
})

const execute = operation({
  name: 'execute',
  summary: 'Run a tool, a capability, a workflow of tool calls, or code that calls tools.',
  effect: 'write',
  tool: { name: 'pml_execute', aliases: ['execute'], profiles: ['default'] },
  command: {
    name: 'execute',
    positional: 'id',
    help: { capabilityId: 'The same as the id of a capability', args: 'Arguments, by name' },
    files: ['code'],
    examples: [
      'tamis execute tool:fs:read_file --args \'{"path":"notes.txt"}\'',
      'tamis execute --code largest-files.ts --args \'{"folder":"docs"}\'',
    ],
  },
  input: z.strictObject({
    id: z.string().min(1).optional().describe('tool:… or cap:…'),
    capabilityId: z.string().min(1).optional(),
    args: z.record(z.string(), z.unknown()).optional(),
    dag: dagInput.optional(),
    code: z
      .string()
      .min(1)
      .max(200_000)
      .optional()
      .describe('TypeScript: await tools.SERVER.TOOL({…}), recover(id), log(…); return'),
    intent: z.string().max(20_000).optional().describe('What for; improves later searches'),
    confirm: z.boolean().optional().describe('The user agreed to a destructive tool'),
    timeoutMs: z.int().min(1).max(3_600_000).optional().describe('For each task, or the code'),
  }),
  run: (engine, { capabilityId, id, ...input }, { onProgress, ...call }) =>
    engine.discovery.execute(
      { ...input, id: id ?? capabilityId },
      { ...call, ...progressOf(onProgress) },
    ),
  isFailure: ({ status }) => status !== 'success',
  toToolResult: runResult,
})

/** What a server says of its own progress stands; else each task that ended is one step. */
function progressOf(
  onProgress: Call['onProgress'],
): Pick<Parameters<Engine['discovery']['execute']>[1], 'onProgress' | 'onTaskEnd'> {
  if (!onProgress) return {}
  let isTold = false
  return {
    onProgress(done, total, message = '') {
      isTold = true
      onProgress({ done, message, ...(total === undefined ? {} : { total }) })
    },
    onTaskEnd: ({ id, status }, done, total) => {
      if (!isTold) onProgress({ done, total, message: `${id}: ${status}` })
    },
  }
}

export const discoverOperations = [discover, details, execute]

/** Pictures, sounds, files and links go as what they are; the text says where each belongs. */
function runResult(response: ExecuteResponse): ToolResult {
  const { isStructured, _meta, ...said } = response
  const { value, media } = takeMedia(said)
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }, ...media],
    ...(isStructured ? { structuredContent: structuredIn(said.result) } : {}),
    ...(_meta ? { _meta } : {}),
    ...(response.status === 'success' ? {} : { isError: true }),
  }
}

/** Without the pictures that stand beside it. */
function structuredIn(result: unknown): Readonly<Record<string, unknown>> {
  const { _content, ...structured } = Object(result) as Readonly<Record<string, unknown>>
  return structured
}

const nothingFits = 'Nothing fits well. What comes nearest:'

function toLines({ results, meta, warnings = [] }: DiscoverResponse, say: Say): string {
  const lines = results.map(toLine)
  const meant = meta.didYouMean ? [say(phrase`Did you mean ${meta.didYouMean}?`)] : []
  const near = meta.confidence === 'none' && results.length > 0 ? [say(nothingFits)] : []
  const pending = meta.pending ? [say(notListed(meta.pending))] : []
  return (
    [...near, ...lines, ...warnings, ...meant, ...pending].join('\n') ||
    say('Nothing found: `tamis gateway list` shows what is connected.')
  )
}

function notListed(servers: readonly string[]): Phrase {
  return phrase`Not listed yet: ${servers.join(', ')}. Ask again in a moment; \`tamis gateway list\` shows how each stands.`
}

function toLine({ score, id, intent, because, note }: DiscoverResult): string {
  const asides = [note, because].filter(Boolean).map((text) => `\n      ${text}`)
  return `${score.toFixed(2)}  ${id}  ${intent}${asides.join('')}`
}
