import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import { defaultFloor, type Memory, slug } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { counted, phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'
import { oneLine } from './memory-text.ts'

type Output<Name extends keyof Memory> = Awaited<ReturnType<Memory[Name]>>

const project = slug.optional().describe('Only this project, and what belongs to none')

const recall = operation({
  name: 'memory.recall',
  summary: 'What is remembered that fits a question or a task, best first',
  effect: 'read',
  tool: { name: 'memory_recall', profiles: [] },
  input: z.strictObject({
    query: z.string().min(1).max(20_000).describe('A question, or what you are about to do'),
    project,
    limit: z.int().min(1).max(100).default(5).describe('How many at most'),
  }),
  run: async (engine, { query, limit, project: near }, { signal }) => {
    const kinds = ['learning', 'veille'] as const
    const found = await engine.memory.search({ query, limit, nearProject: near, kinds }, signal)
    const hits = found.hits.filter(({ similarity }) => similarity >= defaultFloor)
    return { ...found, hits }
  },
  toText: recallText,
  toNotes: ({ messages }) => messages,
})

const memories = operation({
  name: 'memory.memories',
  summary: 'What is remembered, newest first, with ids',
  effect: 'read',
  tool: { name: 'memory_memories', profiles: [] },
  input: z.strictObject({
    project,
    all: z
      .boolean()
      .default(false)
      .describe('Also what was replaced, and what does not hold today'),
    limit: z.int().min(1).max(5000).default(50).describe('How many at most'),
  }),
  run: (engine, { all, ...rest }) => engine.memory.memories({ ...rest, isAll: all }),
  toText: memoriesText,
  toNotes: ({ messages }) => messages,
})

const forget = operation({
  name: 'memory.forget',
  summary: 'Take a memory out of its file for good; its text is printed once more',
  effect: 'write',
  tool: { name: 'memory_forget', profiles: [], isDestructive: true },
  command: { name: 'forget', positional: 'id', examples: ['tamis forget lrn_…'] },
  input: z.strictObject({ id: z.string().describe('An id that `tamis memories` shows') }),
  async run(engine, { id }) {
    const text = await engine.memory.forget(id)
    if (text !== undefined) return { id, text }
    throw new EngineError('memory_not_found', phrase`No memory has the id ${id}`, {
      hint: '`tamis memories` lists them with their ids.',
    })
  },
  toText: ({ id, text }, say) => say(phrase`Forgot ${id}: ${text}`),
})

const merge = operation({
  name: 'memory.merge',
  summary: 'Let one of several memories that say nearly the same replace the others',
  effect: 'write',
  tool: { name: 'memory_merge', profiles: [] },
  command: { name: 'memory merge', examples: ['tamis memory merge --dry-run'] },
  input: z.strictObject({
    dry_run: z.boolean().default(false).describe('Show what would happen and change nothing'),
  }),
  run: (engine, { dry_run }) => engine.memory.merge(dry_run),
  toText: ({ merged }, say) =>
    merged.length === 0
      ? say('No duplicates.')
      : merged
          .map(({ kept, text, replaced }) =>
            [
              `${kept}  ${oneLine(text)}`,
              ...replaced.map((id) => `  ${say(phrase`replaces ${id}`)}`),
            ].join('\n'),
          )
          .join('\n'),
  toNotes: ({ messages }) => messages,
})

function recallText({ hits }: Output<'search'>, say: Say): string {
  if (hits.length === 0) return say('Nothing that is remembered fits.')
  return hits
    .map(({ similarity, id, date, text }) =>
      [similarity.toFixed(2), id, date.slice(0, 10), oneLine(text)].join('  '),
    )
    .join('\n')
}

function memoriesText({ memories: list, total }: Output<'memories'>, say: Say): string {
  if (list.length === 0) return say('Nothing yet: `tamis remember` keeps the first.')
  const isDated = list.some(({ state }) => state !== 'current')
  const table = toColumns(
    ['id', 'date', 'project', ...(isDated ? ['state'] : []), 'memory'],
    list.map((one) => [
      one.id,
      one.date,
      one.project ?? '',
      ...(isDated ? [stateText(one, say)] : []),
      oneLine(one.text),
    ]),
    say,
  )
  const rest = total - list.length
  return rest === 0
    ? table
    : `${table}\n${say(counted(rest, '{} more: --limit shows it', '{} more: --limit shows them'))}`
}

function stateText(
  { state, replaced_by: by }: Output<'memories'>['memories'][number],
  say: Say,
): string {
  const words = {
    current: '',
    replaced: say(phrase`replaced by ${by ?? ''}`),
    expired: say('expired'),
    'not yet': say('not yet'),
  }
  return words[state]
}

export const plainMemoryOperations = [recall, memories, forget, merge]
