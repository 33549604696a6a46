import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import { defaultFloor, type Engine, slug, storyId, unavailableBlock } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toPage } from '../page.ts'
import { toColumns } from '../table.ts'
import { memoryLifecycleOperations } from './memory-lifecycle.ts'
import { memoryMineOperations } from './memory-mine.ts'
import { plainMemoryOperations } from './memory-plain.ts'
import { memoryReportOperations } from './memory-reports.ts'
import { memorySourceOperations } from './memory-sources.ts'
import { hitsText } from './memory-text.ts'

const story = storyId.describe('The story, for instance PD-301')
const domain = z.string().optional().describe('The domain, for instance tooling')
const project = z.string().optional().describe('The project, for instance app')

/** `2026-11-18` */
const day = z.iso.date()

/** A story ends at gate 8, whose verdict scores count; files of old may name other gates. */
const lastGate = 8

const sections = ['learnings', 'veille', 'clarifications']

const remember = operation({
  name: 'memory.remember',
  summary:
    'Keep a learning for later stories; what memory said before is recognised and not kept again',
  effect: 'write',
  tool: { name: 'memory_remember', profiles: ['memory'] },
  command: {
    name: 'memory remember',
    positional: 'text',
    examples: [
      'tamis memory remember "Close the pool before the process exits" --story PD-101 --tags node,postgres',
    ],
  },
  input: z.strictObject({
    text: z.string().min(1).max(20_000).describe('What was learned, in a sentence or a few lines'),
    story: story.optional(),
    gate: z
      .int()
      .min(0)
      .max(lastGate)
      .default(0)
      .describe('The gate it was learned at; 0 for none'),
    tags: z
      .array(z.string())
      .default([])
      .describe('What it is about, one word each or several with commas'),
    domain: slug.optional().describe('The domain, for instance tooling'),
    project: slug.optional().describe('The project, for instance app'),
    replaces: z.array(z.string()).default([]).describe('Ids of memories that this one replaces'),
    valid_from: day.optional().describe('The first day it holds'),
    valid_until: day.optional().describe('The last day it holds'),
  }),
  run: (engine, { tags, replaces, valid_from, valid_until, ...rest }) =>
    engine.memory.remember({
      ...rest,
      tags: tags.flatMap(splitTags),
      supersedes: replaces,
      validFrom: valid_from,
      validUntil: valid_until,
    }),
  toText: (output, say) => {
    if (output.kind === 'stored') return say(phrase`Remembered ${output.id}`)
    return output.of === undefined
      ? say('Nothing new: the text is an injected block')
      : say(phrase`Nothing new: ${output.of} says so already`)
  },
})

const inject = operation({
  name: 'memory.inject',
  summary:
    'The learnings, watch notes and clarifications worth re-reading before a task, as Markdown',
  effect: 'write',
  tool: { name: 'memory_inject', profiles: ['memory'] },
  command: {
    name: 'memory inject',
    examples: [
      'tamis memory inject --story PD-301 --domain tooling --project app --query-text "pool exhausted in tests"',
      'tamis memory inject --story PD-301 --query-text "pool exhausted" --budget-tokens 800',
    ],
    whenFailed: (reason) => {
      const [block, messages] = [unavailableBlock(), [`[inject] failed: ${reason}`]]
      const output = { block, shown: [], leftOut: [], unavailable: sections, messages }
      return { output, text: block.trimEnd(), notes: messages, isFailure: false }
    },
  },
  input: z.strictObject({
    story: z
      .string()
      .default('')
      .describe('The story about to start; injections are recorded for it'),
    domain,
    project,
    query_text: z.string().max(20_000).optional().describe('What the task is about'),
    budget_tokens: z.int().min(0).optional().describe('Token limit of the block'),
    floor: z
      .number()
      .min(0)
      .max(1)
      .default(defaultFloor)
      .describe('Minimum similarity of a learning or watch note'),
    dry_run: z.boolean().default(false).describe('Show the block and record no injection'),
  }),
  run: async (engine, { query_text, budget_tokens, dry_run, ...rest }, call) => {
    const { source, caller, signal } = call
    const request = {
      ...rest,
      queryText: query_text,
      budgetTokens: budget_tokens,
      isDryRun: dry_run,
      source,
      caller,
    }
    const injected = await engine.memory.inject(request, signal)
    return { ...injected, messages: [...injected.messages, ...(await storeNotes(engine))] }
  },
  toText: ({ block }) => block.trimEnd(),
  toNotes: ({ messages }) => messages,
})

/** Memory lies in files of its own; whoever reads the block still hears when the store is damaged. */
async function storeNotes({ ledger }: Engine): Promise<readonly string[]> {
  try {
    await ledger.list({}, 1)
    return []
  } catch (error) {
    if (!(error instanceof EngineError && error.code === 'store_damaged')) return []
    return [`[store] damaged: ${error.message}. ${error.hint ?? ''}`]
  }
}

const outcome = operation({
  name: 'memory.outcome',
  summary: 'Record how a story fared at a gate; gate 8 closes the loop that scores need',
  effect: 'write',
  tool: { name: 'memory_outcome', profiles: [] },
  command: {
    name: 'memory outcome',
    examples: ['tamis memory outcome --story PD-301 --gate 8 --result go'],
  },
  input: z.strictObject({
    story,
    gate: z.int().min(1).max(lastGate).default(lastGate).describe('The gate, 1 to 8'),
    result: z.enum(['go', 'nogo']).describe('Whether the story passed'),
  }),
  run: (engine, input) => engine.memory.outcome(input),
  toText: ({ story: name, gate, result }, say) =>
    say(phrase`Noted: ${name}, gate ${gate}, ${result}`),
})

const search = operation({
  name: 'memory.search',
  summary: 'Search learnings, watch notes and clarifications',
  effect: 'read',
  tool: { name: 'memory_search', profiles: ['memory'] },
  command: {
    name: 'memory search',
    positional: 'query',
    examples: ['tamis memory search "connection pool"', 'tamis memory search pool --kind learning'],
  },
  input: z.strictObject({
    query: z.string().max(20_000).optional().describe('What to look for; the newest without it'),
    kind: z
      .enum(['learning', 'veille', 'clarification'])
      .optional()
      .describe('Only this kind of memory'),
    domain,
    project,
    limit: z.int().min(1).max(100).default(10).describe('How many at most'),
  }),
  run: (engine, { kind, ...rest }, { signal }) =>
    engine.memory.search(
      { ...rest, kinds: kind === undefined ? ['learning', 'veille', 'clarification'] : [kind] },
      signal,
    ),
  toText: hitsText,
  toNotes: ({ messages }) => messages,
})

const list = operation({
  name: 'memory.list',
  summary: 'Learnings by scope, the archive among them, with reuse score and age',
  effect: 'read',
  tool: { name: 'memory_list', profiles: [] },
  command: { name: 'memory list', examples: ['tamis memory list --limit 20'] },
  input: z.strictObject({
    limit: z.int().min(1).max(5000).default(200).describe('How many of each scope at most'),
  }),
  run: (engine, { limit }) => engine.memory.list(limit),
  toText: ({ learnings }, say) =>
    learnings.length === 0
      ? say('Nothing yet: `tamis remember` keeps the first.')
      : toColumns(
          ['id', 'scope', 'score', 'days', 'learning'],
          learnings.map((one) => [
            one.id,
            one.scope,
            one.reuseScore,
            one.ageDays,
            one.text.slice(0, 100),
          ]),
          say,
        ),
  toNotes: ({ messages }) => messages,
})

const show = operation({
  name: 'memory.show',
  summary: 'The whole memory behind an id of an injected block or of the ledger',
  effect: 'read',
  tool: { name: 'memory_show', profiles: [] },
  command: { name: 'memory show', positional: 'id', examples: ['tamis memory show lrn_…'] },
  input: z.strictObject({ id: z.string().describe('An id that starts with lrn_, vei_ or clr_') }),
  async run(engine, { id }) {
    const memory = await engine.memory.show(id)
    if (memory) return { memory }
    throw new EngineError('memory_not_found', phrase`No memory has the id ${id}`, {
      hint: 'Look for it by its words: `tamis memory search QUERY` prints ids.',
    })
  },
  toText: ({ memory }, say) => memoryPage(memory.record, say),
})

/** Fields by the names they have in the file; what is more than words is shown as JSON. */
function memoryPage(record: Readonly<Record<string, unknown>>, say: Say): string {
  const written = (value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
    return isList ? value.join(', ') : JSON.stringify(value)
  }
  return toPage(
    Object.entries(record).map(([name, value]) => [name, written(value)]),
    say,
  )
}

function splitTags(text: string): readonly string[] {
  return text.split(',').filter((tag) => tag.trim() !== '')
}

export const memoryOperations = [
  remember,
  inject,
  outcome,
  search,
  list,
  show,
  ...plainMemoryOperations,
  ...memoryMineOperations,
  ...memoryLifecycleOperations,
  ...memoryReportOperations,
  ...memorySourceOperations,
]
