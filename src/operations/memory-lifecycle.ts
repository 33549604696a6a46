import { z } from 'zod'
import type { Memory } from '../engine.ts'
import { operation } from './operation.ts'
import { toColumns } from './table.ts'

type Output<Name extends keyof Memory> = Awaited<ReturnType<Memory[Name]>>

const nothing = z.strictObject({})
const maybeDry = z.strictObject({
  dry_run: z.boolean().default(false).describe('Show what would happen and change nothing'),
})

const score = operation({
  name: 'memory.score',
  summary:
    'Compute the reuse scores anew, and beside them how stories fare with and without each learning',
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
  toText: ({ moves, refusedTransitions }) =>
    [
      moves.length === 0
        ? 'Nothing to promote.'
        : toColumns(
            ['learning', 'from', 'to', 'score'],
            moves.map(({ id, from, to, reuseScore }) => [id, from, to, reuseScore]),
          ),
      `${refusedTransitions} refused transitions`,
    ].join('\n'),
  toNotes: ({ messages }) => messages,
})

const evict = operation({
  name: 'memory.evict',
  summary: 'Archive learnings older than 56 days that were never injected',
  effect: 'write',
  tool: { name: 'memory_evict', profiles: [], isDestructive: true },
  command: { name: 'memory evict', examples: ['tamis memory evict --dry-run'] },
  input: maybeDry,
  run: (engine, { dry_run }) => engine.memory.evict(dry_run),
  toText: ({ evicted, kept }) =>
    evicted.length === 0
      ? `Nothing to archive; ${kept} learnings stay.`
      : `${toColumns(
          ['learning', 'age in days'],
          evicted.map(({ id, ageDays }) => [id, ageDays]),
        )}\n${evicted.length} archived, ${kept} stay`,
  toNotes: ({ messages }) => messages,
})

const migrate = operation({
  name: 'memory.migrate',
  summary: 'Give learnings of old the scope `story`, a creation date and their tags hash',
  effect: 'write',
  tool: { name: 'memory_migrate', profiles: [] },
  command: { name: 'memory migrate', examples: ['tamis memory migrate --dry-run'] },
  input: maybeDry,
  run: (engine, { dry_run }) => engine.memory.migrate(dry_run),
  toText: ({ migrated, untouched }) =>
    [
      ...(migrated.length === 0
        ? []
        : [
            toColumns(
              ['learning'],
              migrated.map((id) => [id]),
            ),
          ]),
      `${migrated.length} migrated, ${untouched} untouched`,
    ].join('\n'),
  toNotes: ({ messages }) => messages,
})

const analyze = operation({
  name: 'memory.analyze',
  summary:
    'How far knowledge compounds: reuse, outcomes, promotions, evictions, time to first reuse',
  effect: 'read',
  tool: { name: 'memory_analyze', profiles: [] },
  command: { name: 'memory analyze', examples: ['tamis memory analyze --json'] },
  input: nothing,
  run: (engine) => engine.memory.analyze(),
  toText: metricsText,
  toNotes: ({ messages }) => messages,
})

const duplicates = operation({
  name: 'memory.duplicates',
  summary: 'Learnings that say nearly the same, with a proposal for one line; nothing is merged',
  effect: 'read',
  tool: { name: 'memory_duplicates', profiles: [] },
  command: { name: 'memory duplicates', examples: ['tamis memory duplicates'] },
  input: nothing,
  run: (engine) => engine.memory.duplicates(),
  toText: ({ groups }) =>
    groups
      .map(({ similarity, ids, proposal }) =>
        [
          `${similarity.toFixed(2)}  ${ids.join(' ')}`,
          `      keep ${proposal.id} as: ${proposal.text} ${proposal.tags.join(' ')}`,
        ].join('\n'),
      )
      .join('\n') || 'No duplicates.',
  toNotes: ({ messages }) => messages,
})

const doctor = operation({
  name: 'memory.doctor',
  summary:
    'Examine the files of memory and mend torn last lines; the torn bytes are kept beside the file',
  effect: 'write',
  tool: { name: 'memory_doctor', profiles: [] },
  command: { name: 'memory doctor', examples: ['tamis memory doctor --dry-run'] },
  input: maybeDry,
  run: (engine, { dry_run }) => engine.memory.doctor(dry_run),
  toText: healthText,
  toNotes: ({ messages }) => messages,
})

function scoresText({ scores, unscored }: Output<'score'>): string {
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
  const header = ['story', 'gate', 'tags', 'score', 'inj', 'go', 'dom', 'passed with', 'without']
  const table = rows.length === 0 ? [] : [toColumns(header, rows)]
  return [...table, `${scores.length} scored, ${unscored} without an injection`].join('\n')
}

function rateText(rate: { passed: number; stories: number; rate: number } | undefined): string {
  return rate === undefined ? '' : `${rate.rate.toFixed(2)} (${rate.passed}/${rate.stories})`
}

function metricsText({ metrics }: Output<'analyze'>): string {
  const { byScope, weeks } = metrics
  const most = Math.max(1, ...weeks.map(({ injections }) => injections))
  const bar = (count: number) => '█'.repeat(Math.ceil((count / most) * 40))
  return [
    `learnings               ${metrics.learnings} (story ${byScope.story}, domain ${byScope.domain}, global ${byScope.global})`,
    `reuse rate              ${percent(metrics.reuseRate)}`,
    `injections              ${metrics.injections} into ${metrics.stories} stories (${metrics.injectionsPerStory.toFixed(1)} each)`,
    `passed after injection  ${percent(metrics.passedShare)}`,
    `promotions, evictions   ${metrics.promotions}, ${metrics.evictions}`,
    `days to first reuse     ${metrics.daysToFirstReuse?.toFixed(1) ?? 'none yet'}`,
    '',
    'injections a week',
    ...weeks.map(({ week, injections }) =>
      `  ${week}  ${String(injections).padStart(4)}  ${bar(injections)}`.trimEnd(),
    ),
  ].join('\n')
}

function percent(share: number | undefined): string {
  return share === undefined ? 'no outcome yet' : `${Math.round(share * 100)} %`
}

function healthText({ files, halfEvicted, vectors, isHealthy }: Output<'doctor'>): string {
  const rows = files.map(({ file, isPresent, records, faults, tornBytes, mendedInto }) => [
    file,
    isPresent ? records : 'absent',
    faults.length,
    mendedInto === undefined ? tornBytes : `mended, bytes in ${mendedInto}`,
  ])
  const faults = files.flatMap(({ file, faults: found }) => found.map((one) => `${file}:${one}`))
  return [
    toColumns(['file', 'records', 'bad lines', 'torn bytes'], rows),
    ...faults,
    ...halfEvicted.map((id) => `${id} is both in use and archived: run tamis memory evict`),
    `${vectors ?? 'no'} vectors in the index`,
    isHealthy ? 'All is well.' : 'Bad lines stay in their files and are passed over.',
  ].join('\n')
}

export const memoryLifecycleOperations = [
  score,
  promote,
  evict,
  migrate,
  analyze,
  duplicates,
  doctor,
]
