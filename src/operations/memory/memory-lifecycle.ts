import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import type { Memory } from '../../engine.ts'
import { counted, phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'

type Output<Name extends keyof Memory> = Awaited<ReturnType<Memory[Name]>>

const nothing = z.strictObject({})
const maybeDry = z.strictObject({
  dry_run: z.boolean().default(false).describe('Show what would happen and change nothing'),
})

const score = operation({
  name: 'memory.score',
  summary:
    'Compute the reuse scores again, and beside them how stories fare with and without each learning',
  effect: 'write',
  tool: { name: 'memory_score', profiles: [] },
  command: { name: 'memory score', examples: ['tamis memory score'] },
  input: nothing,
  run: (engine) => engine.memory.score(),
  toText: scoresText,
  toNotes: ({ messages }) => messages,
})

const promote = operation({
  name: 'memory.promote',
  summary: 'Move learnings up one scope where their score has earned it: story, domain, global',
  effect: 'write',
  tool: { name: 'memory_promote', profiles: [] },
  command: {
    name: 'memory promote',
    examples: [
      'tamis memory promote --dry-run',
      'tamis memory promote --learning lrn_… --to global',
    ],
  },
  input: maybeDry
    .extend({
      learning: z.string().optional().describe('Only this learning; needs `to`'),
      to: z
        .enum(['story', 'domain', 'global'])
        .optional()
        .describe('The scope asked for; refused, with the reason, unless allowed and earned'),
    })
    .refine(({ learning, to }) => (learning === undefined) === (to === undefined), {
      message: 'learning and to go together',
    }),
  run: (engine, { dry_run, learning, to }) =>
    engine.memory.promote({
      isDryRun: dry_run,
      only: learning === undefined || to === undefined ? undefined : { id: learning, to },
    }),
  toText: ({ moves, refusedTransitions }, say) =>
    [
      moves.length === 0
        ? say('Nothing to promote.')
        : toColumns(
            ['learning', 'from', 'to', 'score'],
            moves.map(({ id, from, to, reuseScore }) => [id, from, to, reuseScore]),
            say,
          ),
      say(counted(refusedTransitions, '{} refused transition', '{} refused transitions')),
    ].join('\n'),
  toNotes: ({ messages }) => messages,
})

const evict = operation({
  name: 'memory.evict',
  summary: 'Archive learnings older than 56 days that were never injected, or one you name',
  effect: 'write',
  tool: { name: 'memory_evict', profiles: [], isDestructive: true },
  command: {
    name: 'memory evict',
    examples: ['tamis memory evict --dry-run', 'tamis memory evict --learning lrn_…'],
  },
  input: maybeDry.extend({
    learning: z.string().min(1).optional().describe('Only this one, however old and used it is'),
  }),
  run: (engine, { dry_run, learning }) => engine.memory.evict(dry_run, learning),
  toText: ({ evicted, kept }, say) =>
    evicted.length === 0
      ? say(
          counted(
            kept,
            'Nothing to archive; {} learning stays.',
            'Nothing to archive; {} learnings stay.',
          ),
        )
      : [
          toColumns(
            ['learning', 'age in days'],
            evicted.map(({ id, ageDays }) => [id, ageDays]),
            say,
          ),
          say(counted(kept, '{2} archived, {1} stays', '{2} archived, {1} stay', evicted.length)),
        ].join('\n'),
  toNotes: ({ messages }) => messages,
})

const migrate = operation({
  name: 'memory.migrate',
  summary: 'Give old learnings the scope `story`, a creation date and their tags hash',
  effect: 'write',
  tool: { name: 'memory_migrate', profiles: [] },
  command: { name: 'memory migrate', examples: ['tamis memory migrate --dry-run'] },
  input: maybeDry,
  run: (engine, { dry_run }) => engine.memory.migrate(dry_run),
  toText: ({ migrated, untouched }, say) =>
    [
      ...(migrated.length === 0
        ? []
        : [
            toColumns(
              ['learning'],
              migrated.map((id) => [id]),
              say,
            ),
          ]),
      say(phrase`${migrated.length} migrated, ${untouched} untouched`),
    ].join('\n'),
  toNotes: ({ messages }) => messages,
})

function scoresText({ scores, unscored }: Output<'score'>, say: Say): string {
  const rows = scores.map((record) => [
    record.story,
    String(record.gate),
    record.tags_hash.slice(0, 8),
    record.reuse_score,
    record.nb_injections,
    record.nb_stories_gate8_go_apres_injection,
    record.nb_domains_distincts,
    rateText(record.honest?.with),
    rateText(record.honest?.without),
  ])
  const table = toColumns(
    ['story', 'gate', 'tags', 'score', 'inj', 'go', 'dom', 'passed with', 'without'],
    rows,
    say,
  )
  return [
    ...(rows.length === 0 ? [] : [table]),
    say(phrase`${scores.length} scored, ${unscored} without an injection`),
  ].join('\n')
}

function rateText(rate: { passed: number; stories: number; rate: number } | undefined): string {
  return rate === undefined ? '' : `${rate.rate.toFixed(2)} (${rate.passed}/${rate.stories})`
}

export const memoryLifecycleOperations = [score, promote, evict, migrate]
