import { createInterface } from 'node:readline/promises'
import { mine } from '../../../../operations/memory/memory-mine.ts'
import { phrase } from '../../../../phrase.ts'
import type { Command, CommandContext } from '../../command.ts'
import { savedSessions, sessionOptions } from '../../files/saved-sessions.ts'
import { printAnswer } from '../../run-operation.ts'

/** `tamis memory mine [SESSION…]`: proposals from saved sessions, kept only when accepted. */
export const memoryMine: Command = {
  name: 'memory mine',
  summary: 'Propose memories from what your coding agents saved; nothing is kept before you say so',
  operands: '[SESSION…]',
  operandMeaning: {
    description: 'Session files; without any, those found on this machine',
  },
  options: {
    ...sessionOptions,
    'accept-above': {
      type: 'string',
      value: 'SHARE',
      description: 'Keep proposals that are at least this sure, from 0 to 1, without asking',
    },
  },
  examples: ['tamis memory mine', 'tamis memory mine --yes --accept-above 0.9'],
  async run(context, args) {
    const { output, openEngine, signal } = context
    const { files, unread } = await savedSessions(context, args)
    for (const problem of unread) output.problem(problem)
    if (files.length === 0) return 0
    const least = args.number('accept-above')
    const engine = await openEngine()
    const call = { source: 'cli', caller: undefined, signal }
    const input = { sessions: files, accept_above: least }
    const answer = await mine.runForPeople(engine, input, call, output.say)
    const code = printAnswer(output, answer)
    if (least === undefined && !output.isJson && process.stdin.isTTY === true) await askAll(context)
    return code
  },
}

/** One proposal after another; what is not answered stays open. */
async function askAll({ openEngine, output: { say, result } }: CommandContext): Promise<void> {
  const { memory } = await openEngine()
  const { proposals } = await memory.proposals()
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    for (const { id, text } of proposals) {
      const answer = await terminal.question(`${text}\n${say('Keep it? [y]es, [n]o, [q]uit')} `)
      if (/^q/i.test(answer)) return
      if (/^(?:y|o)/i.test(answer)) {
        const [kept] = await memory.accept([id])
        result(say(phrase`Remembered ${kept?.memory ?? ''}`))
      }
      if (/^n/i.test(answer)) await memory.dismiss([id])
    }
  } finally {
    terminal.close()
  }
}
