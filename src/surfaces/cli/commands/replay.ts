import { basename } from 'node:path'
import { EngineError } from '../../../errors.ts'
import { operationOfTool } from '../../../operations/tools.ts'
import type { Command } from '../command.ts'
import { readTextFile } from '../read-text-file.ts'
import { runOperation } from '../run-operation.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis replay SESSION…`: which masking policy suits saved conversations, offline. */
export const replay: Command = {
  name: 'replay',
  summary: 'Say what saved sessions would have cost under a grid of masking policies, offline',
  operands: 'SESSION…',
  options: {
    model: {
      type: 'string',
      value: 'MODEL',
      description: 'Whose prices and cache to use; see `tamis prices`',
    },
    'cache-read': {
      type: 'string',
      value: 'RATIO',
      description: 'Price of a cached token, in fresh ones (default: the model’s, or 0.1)',
    },
    'cache-write': {
      type: 'string',
      value: 'RATIO',
      description: 'Price of caching a token, in fresh ones (default: the model’s, or 1.25)',
    },
    'ttl-s': {
      type: 'string',
      value: 'N',
      description:
        'A cache is lost after so many seconds; 0 for never (default: the model’s, or never)',
    },
  },
  examples: ['tamis replay session.jsonl', 'tamis replay *.json --model claude-sonnet-4-5'],
  async run(context, args) {
    if (args.operands.length === 0) throw new UsageError('Name at least one SESSION file')
    const operation = operationOfTool('replay')
    if (!operation) throw new EngineError('internal_error', 'There is no replay operation')
    const read = args.number('cache-read')
    const write = args.number('cache-write')
    const ttl = args.number('ttl-s')
    const model = args.text('model')
    const input = {
      sessions: args.operands.map((path) => ({ name: basename(path), text: readTextFile(path) })),
      ...(model === undefined ? {} : { model }),
      ...(read === undefined ? {} : { cache_read: read }),
      ...(write === undefined ? {} : { cache_write: write }),
      ...(ttl === undefined ? {} : { ttl_s: ttl }),
    }
    return runOperation(context, replay, operation, input)
  },
}
