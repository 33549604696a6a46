import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import type { Memory } from '../../engine.ts'
import { counted, phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { oneLine } from './memory-text.ts'

type Mined = Awaited<ReturnType<Memory['mine']>>

const ids = z
  .array(z.string())
  .min(1)
  .describe('Ids that `tamis memory proposals` shows, starting with prp_')

export const mine = operation({
  name: 'memory.mine',
  summary:
    'Propose what saved agent sessions show: failures and what ended them, corrected commands, wishes said twice',
  effect: 'write',
  tool: { name: 'memory_mine', profiles: [], isForPeople: true },
  input: z.strictObject({
    sessions: z
      .array(z.strictObject({ name: z.string(), text: z.string() }))
      .min(1)
      .describe('Session files of coding agents'),
    accept_above: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Keep proposals at least this certain without asking'),
  }),
  async run(engine, { sessions, accept_above: least }) {
    const mined = await engine.memory.mine(sessions)
    const sure = mined.proposals.filter(
      ({ confidence }) => least !== undefined && confidence >= least,
    )
    const accepted = sure.length === 0 ? [] : await engine.memory.accept(sure.map(({ id }) => id))
    return { ...mined, accepted }
  },
  toText: minedText,
  toNotes: ({ messages, unreadable }) => [
    ...messages,
    ...unreadable.map(({ name, reason }) => `${name} was not read: ${reason}`),
  ],
})

const proposals = operation({
  name: 'memory.proposals',
  summary: 'What was mined from sessions and nobody has decided about, with its evidence',
  effect: 'read',
  tool: { name: 'memory_proposals', profiles: [], isForPeople: true },
  command: { name: 'memory proposals', examples: ['tamis memory proposals'] },
  input: z.strictObject({}),
  run: (engine) => engine.memory.proposals(),
  toText: ({ proposals: open }, say) =>
    open.length === 0 ? say('No open proposals.') : proposalLines(open).join('\n'),
  toNotes: ({ messages }) => messages,
})

const accept = operation({
  name: 'memory.accept',
  summary: 'Turn proposals into memories',
  effect: 'write',
  tool: { name: 'memory_accept', profiles: [], isForPeople: true },
  command: { name: 'memory accept', positional: 'ids', examples: ['tamis memory accept prp_…'] },
  input: z.strictObject({ ids }),
  run: async (engine, input) => ({ accepted: await engine.memory.accept(input.ids) }),
  toText: ({ accepted }, say) =>
    accepted.map(({ memory }) => say(phrase`Remembered ${memory ?? ''}`)).join('\n'),
})

const dismiss = operation({
  name: 'memory.dismiss',
  summary: 'Drop proposals; they are not made again',
  effect: 'write',
  tool: { name: 'memory_dismiss', profiles: [], isForPeople: true },
  command: { name: 'memory dismiss', positional: 'ids', examples: ['tamis memory dismiss prp_…'] },
  input: z.strictObject({ ids }),
  async run(engine, input) {
    await engine.memory.dismiss(input.ids)
    return { dismissed: input.ids }
  },
  toText: ({ dismissed }, say) => dismissed.map((id) => say(phrase`Dismissed ${id}`)).join('\n'),
})

function minedText(
  {
    proposals: found,
    known,
    sessions,
    accepted,
  }: Mined & {
    readonly accepted: readonly { readonly memory: string | null }[]
  },
  say: Say,
): string {
  return [
    ...proposalLines(found),
    [
      say(counted(sessions, '{} session:', '{} sessions:')),
      say(counted(found.length, '{} proposal,', '{} proposals,')),
      say(counted(known, '{} known already,', '{} known already,')),
      say(counted(accepted.length, '{} kept.', '{} kept.')),
    ].join(' '),
  ].join('\n')
}

function proposalLines(list: Mined['proposals']): readonly string[] {
  return list.flatMap(({ id, confidence, kind, text, evidence }) => [
    `${id}  ${confidence.toFixed(2)}  ${kind}  ${text}`,
    ...evidence
      .slice(0, shownEvidence)
      .map(({ agent, session, quote }) => `    ${agent} ${session}: ${oneLine(quote)}`),
  ])
}

const shownEvidence = 3

export const memoryMineOperations = [mine, proposals, accept, dismiss]
