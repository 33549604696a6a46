import { isMedia, isMediaId, mediaData } from '../../../core/text/media.ts'
import type { LineSpan, RecoverRequest } from '../../../engine.ts'
import { phrase } from '../../../phrase.ts'
import type { Command } from '../command.ts'
import type { Output } from '../page/output.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis recover`: the original behind an id, whole, by lines, by columns of a line or by search. */
export const recover: Command = {
  name: 'recover',
  summary: 'Fetch back what a marker or a placeholder stands for',
  operands: 'ID [FROM-TO…|LINE:FROM-TO]',
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
    'tamis recover prn_abcdefghijklmnop 3:801-90210',
    'tamis recover prn_abcdefghijklmnop --search ECONNREFUSED --numbers',
  ],
  async run({ openEngine, output, signal }, args) {
    const [id, ...places] = args.operands
    if (!id) throw new UsageError('Which id?', 'The marker has it: prune_id=prn_…')
    const term = args.text('search')
    const engine = await openEngine()
    const result = await engine.recover(
      {
        id,
        includeLineNumbers: args.isSet('numbers'),
        ...toPlaces(places),
        ...(term ? { search: { term, contextLines: args.number('context') ?? 2 } } : {}),
      },
      { source: 'cli', caller: undefined, signal },
    )
    if (output.isJson) output.json(result)
    else if (isMediaId(id)) writeMedia(result.raw_text, output)
    else output.raw(result.raw_text)
    const isEmpty = result.metadata.ranges.length === 0
    if (isEmpty && term) output.note(phrase`No line holds ${JSON.stringify(term)}`)
    else if (isEmpty && places.length > 0) output.note('The text ends before these lines')
    return 0
  },
}

/** A picture, sound or file is written as its bytes; a terminal gets none of them. */
function writeMedia(text: string, output: Output): void {
  const block: unknown = JSON.parse(text)
  const data = isMedia(block) ? mediaData(block) : undefined
  if (data === undefined) output.raw(text)
  else if (process.stdout.isTTY)
    output.problem('This is no text: write it to a file, `tamis recover ID > FILE`')
  else process.stdout.write(Buffer.from(data, 'base64'))
}

/** Columns of one line stand alone; all else are lines. */
function toPlaces(places: readonly string[]): Pick<RecoverRequest, 'ranges' | 'columns'> {
  const [first = ''] = places
  const columns = places.length === 1 ? first.match(/^(\d+):(\d+)-(\d+)$/) : null
  if (columns) {
    const [line = 0, start_column = 0, end_column = 0] = columns.slice(1).map(Number)
    return { columns: { line, start_column, end_column } }
  }
  return places.length > 0 ? { ranges: places.map(toSpan) } : {}
}

function toSpan(text: string): LineSpan {
  const match = text.match(/^(\d+)(?:-(\d+))?$/)
  if (!match)
    throw new UsageError(
      phrase`${JSON.stringify(text)} is no line range`,
      'Write 10-40, or 97 for one line; 3:801-900, alone, for columns of line 3.',
    )
  const [, from = '', to = from] = match
  return { start_line: Number(from), end_line: Number(to) }
}
