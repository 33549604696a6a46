import type { LineSpan } from '../../../engine.ts'
import type { Command } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis recover`: the original behind an id, whole, by lines or by search. */
export const recover: Command = {
  name: 'recover',
  summary: 'Fetch back what a marker or a placeholder stands for',
  operands: 'ID [FROM-TO…]',
  options: {
    search: { type: 'string', value: 'TERM', description: 'Only lines that hold this term' },
    context: {
      type: 'string',
      value: 'N',
      description: 'Lines around each line found (default 2)',
    },
    numbers: { type: 'boolean', description: 'Number the lines as in the original' },
  },
  examples: [
    'tamis recover prn_abcdefghijklmnop',
    'tamis recover prn_abcdefghijklmnop 10-40 97',
    'tamis recover prn_abcdefghijklmnop --search ECONNREFUSED --numbers',
  ],
  async run({ openEngine, output, signal }, args) {
    const [id, ...ranges] = args.operands
    if (!id) throw new UsageError('Which id?', 'The marker has it: prune_id=prn_…')
    const term = args.text('search')
    const engine = await openEngine()
    const result = await engine.recover(
      {
        id,
        includeLineNumbers: args.isSet('numbers'),
        ...(ranges.length > 0 ? { ranges: ranges.map(toSpan) } : {}),
        ...(term ? { search: { term, contextLines: args.number('context') ?? 2 } } : {}),
      },
      { source: 'cli', caller: undefined, signal },
    )
    if (output.isJson) output.json(result)
    else output.raw(result.raw_text)
    return 0
  },
}

function toSpan(text: string): LineSpan {
  const match = text.match(/^(\d+)(?:-(\d+))?$/)
  if (!match)
    throw new UsageError(
      `${JSON.stringify(text)} is no line range`,
      'Write 10-40, or 97 for one line.',
    )
  const [, from = '', to = from] = match
  return { start_line: Number(from), end_line: Number(to) }
}
