import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ReplayReport } from '../../../engine.ts'
import { EngineError } from '../../../errors.ts'
import { operationOfTool } from '../../../operations/tools.ts'
import { type Phrase, phrase } from '../../../phrase.ts'
import type { Command } from '../command.ts'
import { refuseToReplace, replacing } from '../files/refuse-to-replace.ts'
import { savedSessions, sessionOptions } from '../files/saved-sessions.ts'
import type { Output } from '../page/output.ts'
import { replayPage } from '../page/replay-page.ts'
import { printAnswer } from '../run-operation.ts'

/** `tamis replay [SESSION…]`: what sessions cost, what for, and what sieving would have saved. */
export const replay: Command = {
  name: 'replay',
  summary: 'Say what your saved agent sessions cost, and what sieving them would have saved',
  operands: '[SESSION…]',
  operandMeaning: {
    description: 'Session files or lists of messages; without any, those found on this machine',
  },
  options: {
    ...sessionOptions,
    html: { type: 'string', value: 'FILE', description: 'Write the report as a page of its own' },
    ...replacing,
    model: {
      type: 'string',
      value: 'MODEL',
      description: 'Whose prices to use where a session names no model; see `tamis prices`',
    },
    'cache-read': {
      type: 'string',
      value: 'RATIO',
      description: 'Price of a cached token, in fresh ones (default: the model’s)',
    },
    'cache-write': {
      type: 'string',
      value: 'RATIO',
      description: 'Price of caching a token, in fresh ones (default: the model’s)',
    },
    'ttl-s': {
      type: 'string',
      value: 'N',
      description: 'A cache is lost after so many seconds (default: the model’s)',
    },
  },
  examples: [
    'tamis replay',
    'tamis replay --yes --agent claude-code --html replay.html',
    'tamis replay session.jsonl --model claude-sonnet-4-5',
  ],
  async run(context, args) {
    const { output, signal, openEngine, deps } = context
    const page = args.text('html')
    const file = page === undefined ? undefined : resolve(deps.folder, page)
    if (file !== undefined) refuseToReplace(file, args)
    const operation = operationOfTool('replay')
    if (!operation) throw new EngineError('internal_error', 'There is no replay operation')
    const { files, unread } = await savedSessions(context, args)
    if (files.length === 0 && unread.length === 0) return 0
    for (const problem of unread) output.problem(problem)
    const input = {
      sessions: files,
      model: args.text('model'),
      cache_read: args.number('cache-read'),
      cache_write: args.number('cache-write'),
      ttl_s: args.number('ttl-s'),
    }
    const line = statusLine(output)
    const call = {
      source: 'cli',
      caller: undefined,
      signal,
      onProgress: ({ message }: { readonly message: Phrase }) => line.show(message),
    }
    const answer = await operation
      .runForPeople(await openEngine(), input, call, output.say)
      .finally(line.end)
    if (file !== undefined) {
      // The operation's own output.
      writeFileSync(file, replayPage(answer.output as ReplayReport, output.say), { mode: 0o600 })
      output.note(output.say(phrase`Wrote ${file}`))
    }
    return printAnswer(output, answer)
  },
}

const redrawMs = 100

/** How far a long command is, on one line of a terminal; nothing elsewhere. */
function statusLine(output: Output): { show(message: Phrase): void; end(): void } {
  const isTerminal = process.stderr.isTTY === true && !output.isQuiet && !output.isJson
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(message) {
      const now = performance.now()
      if (!isTerminal || now - drawnAt < redrawMs) return
      drawnAt = now
      process.stderr.write(`\r\u001b[2K${output.say(message)}`)
    },
    end() {
      if (isTerminal) process.stderr.write('\r\u001b[2K')
    },
  }
}
