import { isObject } from '../../../core/text/json-splice.ts'
import { EngineError } from '../../../errors.ts'
import { operationOfTool } from '../../../operations/tools.ts'
import { phrase } from '../../../phrase.ts'
import type { Command } from '../command.ts'
import { readTextFile } from '../input/read-text-file.ts'
import { runOperation } from '../run-operation.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis mask FILE`: what masking would do to a saved conversation. */
export const mask: Command = {
  name: 'mask',
  summary: 'Show what masking does to a saved conversation; --json prints the masked messages',
  operands: 'FILE',
  options: {
    policy: {
      type: 'string',
      value: 'JSON',
      description: 'Policy fields, for instance {"window_turns": 4, "commit_every_turns": 1}',
    },
  },
  examples: [
    'tamis mask conversation.json',
    'tamis mask conversation.json --policy \'{"window_turns":4,"commit_every_turns":1}\' --json',
  ],
  async run(context, args) {
    const [path, ...more] = args.operands
    if (path === undefined || more.length > 0)
      throw new UsageError('Name one FILE', 'A JSON file with `messages`, `input` or a list.')
    const operation = operationOfTool('mask')
    if (!operation) throw new EngineError('internal_error', 'There is no mask operation')
    const policy = args.text('policy')
    const input = {
      messages: listIn(path, readTextFile(path)),
      ...(policy === undefined ? {} : { policy: parseJson('--policy', policy) }),
    }
    return runOperation(context, mask, operation, input)
  },
}

function listIn(path: string, text: string): unknown {
  const value = parseJson(path, text)
  const list = isObject(value) ? (value.messages ?? value.input) : value
  if (Array.isArray(list)) return list
  throw new EngineError('invalid_input', phrase`${path} holds no conversation that is understood`)
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngineError('invalid_input', phrase`${name} is not JSON`, { cause })
  }
}
