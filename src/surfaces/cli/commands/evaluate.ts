import { z } from 'zod'
import { issueWords } from '../../../core/text/issue-text.ts'
import type { Say } from '../../../core/text/say.ts'
import type { Evaluation } from '../../../engine.ts'
import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Command, CommandContext } from '../command.ts'
import { readTextFile } from '../input/read-text-file.ts'
import { UsageError } from '../usage-error.ts'

const golden = z.looseObject({ query: z.string().min(1), relevant: z.array(z.string()) })
const saved = z.looseObject({ mode: z.string(), recall_at_10: z.number() })
const modes = ['lexical', 'vector', 'hybrid'] as const

/** `tamis eval run`: the base against a file of questions. */
export const evalRun: Command = {
  name: 'eval run',
  summary:
    'Measure search and gate with a JSONL file of questions: {"query", "relevant": [ids or paths]}',
  operands: 'FILE',
  options: {
    mode: {
      type: 'string',
      value: 'MODE',
      description: 'lexical | vector | hybrid (default hybrid)',
    },
  },
  examples: [
    'tamis eval run questions.jsonl',
    'tamis eval run questions.jsonl --json > before.json',
  ],
  async run({ openEngine, output, signal }, args) {
    const [file] = args.operands
    if (file === undefined) throw new UsageError('Name the file of questions')
    const asked = args.text('mode') ?? 'hybrid'
    const mode = modes.find((name) => name === asked)
    if (!mode) throw new UsageError(phrase`--mode takes ${modes.join(', ')}`)
    const questions = readLines(file).map((line, at) => parse(golden, line, `${file}:${at + 1}`))
    const engine = await openEngine()
    const evaluation = await engine.knowledge.evaluate(questions, mode, signal)
    if (output.isJson) output.json(evaluation)
    else output.result(table([evaluation], output.say))
    return 0
  },
}

/** `tamis eval compare`: two saved runs side by side. */
export const evalCompare: Command = {
  name: 'eval compare',
  summary: 'Compare two results of `tamis eval run --json`; exit code 1 when the second is worse',
  operands: 'BEFORE AFTER',
  options: {},
  examples: ['tamis eval compare before.json after.json'],
  async run(context: CommandContext, args) {
    const [before, after] = args.operands
    if (before === undefined || after === undefined) throw new UsageError('Name two files')
    const runs = [before, after].map(
      (file) => parse(saved, readTextFile(file), file) as unknown as Evaluation,
    )
    const [first, second] = runs
    if (context.output.isJson) context.output.json({ before: first, after: second })
    else context.output.result(table(runs, context.output.say))
    return (second?.recall_at_10 ?? 0) < (first?.recall_at_10 ?? 0) ? 1 : 0
  },
}

function table(runs: readonly Evaluation[], say: Say): string {
  const rows: readonly (readonly [string, (run: Evaluation) => unknown])[] = [
    [say('mode'), (run) => run.mode],
    [say('questions'), (run) => run.questions],
    ['recall@1', (run) => run.recall_at_1],
    ['recall@5', (run) => run.recall_at_5],
    ['recall@10', (run) => run.recall_at_10],
    ['MRR@10', (run) => run.mrr_at_10],
    [say('gate passed'), (run) => run.gate_passed],
    [say('gate refused'), (run) => run.gate_refused ?? '–'],
  ]
  const width = Math.max(14, ...rows.map(([name]) => name.length + 2))
  return rows
    .map(([name, of]) =>
      [name.padEnd(width), ...runs.map((run) => String(of(run)).padStart(10))].join(''),
    )
    .join('\n')
}

function readLines(file: string): readonly string[] {
  return readTextFile(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  where: string,
): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new EngineError('invalid_input', phrase`${where} is not JSON`, { cause })
  }
  const words = issueWords()
  const read = schema.safeParse(value, { error: words.error })
  if (read.success) return read.data
  const [issue] = read.error.issues
  const said = words.phraseOf(issue?.message ?? '')
  const told = issue?.path.length ? phrase`${issue.path.join('.')}: ${said}` : said
  throw new EngineError('invalid_input', phrase`${where}: ${told}`)
}
