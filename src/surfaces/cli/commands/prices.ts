import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { replaceFile } from '../../../clients/setup-record.ts'
import { setPrice } from '../../../config/change/set-price.ts'
import { EngineError } from '../../../errors.ts'
import { operationOfTool } from '../../../operations/tools.ts'
import { phrase } from '../../../phrase.ts'
import type { Arguments, Command, CommandContext } from '../command.ts'
import { readTextFile } from '../input/read-text-file.ts'
import { runOperation } from '../run-operation.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis prices`: what models cost, and prices of one's own. */
export const prices: Command = {
  name: 'prices',
  summary: 'List what models cost, or set a price of your own',
  operands: '[MODEL…]',
  options: {
    set: {
      type: 'string',
      value: '"MODEL INPUT OUTPUT [READ [WRITE [WRITE_1H]]]"',
      description: 'Use this price, in dollars per million tokens; MODEL may hold *',
    },
  },
  examples: [
    'tamis prices',
    'tamis prices gpt-5-mini-2025-08-07',
    'tamis prices --set "my-model 1.25 10 0.125"',
  ],
  async run(context, args) {
    const line = args.text('set')
    if (line !== undefined) return keepPrice(context, args, line)
    const operation = operationOfTool('prices_list')
    if (!operation) throw new EngineError('internal_error', 'There is no prices operation')
    return runOperation(context, prices, operation, { models: args.operands })
  },
}

const priceLine = /^\S+(?:\s+\d+(?:\.\d+)?){2,5}$/

async function keepPrice(
  { loadConfig, output, deps }: CommandContext,
  args: Arguments,
  line: string,
): Promise<number> {
  if (!priceLine.test(line.trim()))
    throw new UsageError(
      '--set takes a model and two to five prices',
      'For instance `tamis prices --set "my-model 1.25 10 0.125"`.',
    )
  const { home, origins } = loadConfig()
  const origin = origins.get('proxy.prices')
  const named = args.text('config')
  const usual = named === undefined ? join(home, 'tamis.toml') : resolve(deps.folder, named)
  if (origin !== undefined && !existsSync(origin))
    throw new EngineError(
      'config_invalid',
      phrase`${origin} sets proxy.prices, and would hide the file`,
      {
        hint: phrase`Change ${origin}, or unset it first.`,
      },
    )
  const file = origin ?? usual
  const before = existsSync(file) ? readTextFile(file) : ''
  replaceFile(file, setPrice(before, file, line))
  if (output.isJson) output.json({ file, line: line.trim() })
  else
    output.result(
      output.say(phrase`Wrote ${file}; a daemon that runs reads it when it starts again.`),
    )
  return 0
}
