import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import type { Memory } from '../../engine.ts'
import { counted, phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'

type Output<Name extends keyof Memory> = Awaited<ReturnType<Memory[Name]>>

const nothing = z.strictObject({})

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
  toText: ({ groups }, say) =>
    groups
      .map(({ similarity, ids, proposal }) =>
        [
          `${similarity.toFixed(2)}  ${ids.join(' ')}`,
          `      ${say(phrase`keep ${proposal.id} as:`)} ${proposal.text} ${proposal.tags.join(' ')}`,
        ].join('\n'),
      )
      .join('\n') || say('No duplicates.'),
  toNotes: ({ messages }) => messages,
})

const doctor = operation({
  name: 'memory.doctor',
  summary:
    'Examine the files of memory and mend torn last lines; the torn bytes are kept beside the file',
  effect: 'write',
  tool: { name: 'memory_doctor', profiles: [] },
  command: { name: 'memory doctor', examples: ['tamis memory doctor --dry-run'] },
  input: z.strictObject({
    dry_run: z.boolean().default(false).describe('Show what would happen and change nothing'),
  }),
  run: (engine, { dry_run }) => engine.memory.doctor(dry_run),
  toText: healthText,
  toNotes: ({ messages }) => messages,
  isFailure: ({ isHealthy }) => !isHealthy,
})

function metricsText({ metrics }: Output<'analyze'>, say: Say): string {
  const { byScope, weeks } = metrics
  const most = Math.max(1, ...weeks.map(({ injections }) => injections))
  const bar = (count: number) => '█'.repeat(Math.ceil((count / most) * 40))
  const share = (value: number | undefined) =>
    value === undefined ? say('no outcome yet') : `${Math.round(value * 100)} %`
  const scopes = `story ${byScope.story}, domain ${byScope.domain}, global ${byScope.global}`
  const each = metrics.injectionsPerStory.toFixed(1)
  const facts = [
    [say('learnings'), `${metrics.learnings} (${scopes})`],
    [say('reuse rate'), share(metrics.reuseRate)],
    [
      say('injections'),
      say(
        counted(
          metrics.stories,
          '{2} into {1} story ({3} each)',
          '{2} into {1} stories ({3} each)',
          metrics.injections,
          each,
        ),
      ),
    ],
    [say('passed after injection'), share(metrics.passedShare)],
    [say('promotions, evictions'), `${metrics.promotions}, ${metrics.evictions}`],
    [say('days to first reuse'), metrics.daysToFirstReuse?.toFixed(1) ?? say('none yet')],
  ] as const
  const width = Math.max(...facts.map(([name]) => name.length))
  return [
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    say('injections a week'),
    ...weeks.map(({ week, injections }) =>
      `  ${week}  ${String(injections).padStart(4)}  ${bar(injections)}`.trimEnd(),
    ),
  ].join('\n')
}

function healthText(
  { files, halfEvicted, vectors, isHealthy }: Output<'doctor'>,
  say: Say,
): string {
  const rows = files.map(({ file, isPresent, records, faults, tornBytes, mendedInto }) => [
    file,
    isPresent ? records : say('absent'),
    faults.length,
    mendedInto === undefined ? tornBytes : say(phrase`mended, bytes in ${mendedInto}`),
  ])
  const faults = files.flatMap(({ file, faults: found }) => found.map((one) => `${file}:${one}`))
  return [
    toColumns(['file', 'records', 'bad lines', 'torn bytes'], rows, say),
    ...faults,
    ...halfEvicted.map((id) =>
      say(phrase`${id} is both in use and archived: run tamis memory evict`),
    ),
    vectors === undefined
      ? say('no vectors in the index')
      : say(counted(vectors, '{} vector in the index', '{} vectors in the index')),
    isHealthy ? say('All is well.') : say('Bad lines stay in their files and are passed over.'),
  ].join('\n')
}

export const memoryReportOperations = [analyze, duplicates, doctor]
