import { createInterface } from 'node:readline/promises'
import { issueWords } from '../../../../core/text/issue-text.ts'
import { questions } from '../../../../engine.ts'
import { clarify as operation } from '../../../../operations/memory/memory-sources.ts'
import { counted, phrase } from '../../../../phrase.ts'
import type { Arguments, Command, CommandContext } from '../../command.ts'
import { readAll } from '../../input/read-all.ts'
import { runOperation } from '../../run-operation.ts'
import { UsageError } from '../../usage-error.ts'

/** `tamis memory clarify`: asks the four questions in a terminal, reads the answers where there is none. */
export const clarify: Command = {
  name: 'memory clarify',
  summary: operation.summary,
  options: {
    story: {
      type: 'string',
      value: 'ID',
      description: 'The story, for instance PD-301 (required)',
    },
    project: { type: 'string', value: 'NAME', description: 'The project (required)' },
    domain: { type: 'string', value: 'NAME', description: 'The domain (required)' },
    answer: {
      type: 'string',
      isMultiple: true,
      value: 'TEXT',
      description: 'An answer, given four times; without it they are asked, or read from stdin',
    },
  },
  examples: [
    'tamis memory clarify --story PD-301 --project app --domain tooling',
    'tamis memory clarify --story PD-301 --project app --domain tooling < answers.json',
  ],
  async run(context, args) {
    const about = Object.fromEntries(
      ['story', 'project', 'domain'].map((name) => [name, requiredText(args, name)]),
    )
    checkFirst(about)
    const input = { ...about, answers: await readAnswers(context, args) }
    return runOperation(context, clarify, operation, input)
  },
}

function requiredText(args: Arguments, name: string): string {
  const value = args.text(name)
  if (value === undefined) throw new UsageError(phrase`--${name} is missing`)
  return value
}

/** Nobody should type four answers and then learn that the story has no form. */
function checkFirst(about: object): void {
  const words = issueWords()
  const parsed = operation.input.safeParse({ ...about, answers: questions }, { error: words.error })
  const [issue] = parsed.error?.issues ?? []
  if (issue === undefined) return
  throw new UsageError(phrase`${`--${issue.path.join('.')}`}: ${words.phraseOf(issue.message)}`)
}

async function readAnswers(context: CommandContext, args: Arguments): Promise<readonly string[]> {
  const given = args.texts('answer')
  if (given.length === questions.length) return given
  if (given.length > 0)
    throw new UsageError(
      counted(
        given.length,
        'Found {} answer instead of {}',
        'Found {} answers instead of {}',
        questions.length,
      ),
    )
  if (process.stdin.isTTY === true) return ask(context)
  const bytes = await readAll(process.stdin, context.signal)
  return splitAnswers(bytes.toString('utf8'))
}

async function ask({ signal }: CommandContext): Promise<readonly string[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answers: string[] = []
    for (const [at, question] of questions.entries())
      answers.push(await terminal.question(`Q${at + 1}. ${question}\n> `, { signal }))
    return answers
  } finally {
    terminal.close()
  }
}

/** A JSON array of four strings, or four texts between lines that hold only `---`. */
function splitAnswers(text: string): readonly string[] {
  const answers = fromJson(text) ?? text.split(/^---\r?\n/m).map(withoutLastNewline)
  if (answers.length === questions.length) return answers
  throw new UsageError(
    counted(
      answers.length,
      'Found {} answer on stdin instead of {}',
      'Found {} answers on stdin instead of {}',
      questions.length,
    ),
    'Send a JSON array of four strings, or four texts with a line `---` between them.',
  )
}

function fromJson(text: string): readonly string[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
  } catch {
    return undefined
  }
}

/** The newline in front of a separator, or at the end, belongs to the form. */
function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, '')
}
