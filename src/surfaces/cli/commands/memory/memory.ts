import { EngineError } from '../../../../errors.ts'
import { operationOfTool } from '../../../../operations/tools.ts'
import { phrase } from '../../../../phrase.ts'
import type { Arguments, Command, CommandContext, Option } from '../../command.ts'
import { gitProject } from '../../files/git-project.ts'
import { runOperation } from '../../run-operation.ts'
import { UsageError } from '../../usage-error.ts'

const projectOption: Option = {
  type: 'string',
  value: 'NAME',
  description: 'The project (default: the git repository you are in)',
}

const everywhere: Option = {
  type: 'boolean',
  description: 'Of all projects',
}

/** `tamis remember TEXT`: keep a sentence for later. */
export const remember: Command = {
  name: 'remember',
  summary: 'Keep a sentence for later; `tamis recall` finds it again',
  operands: 'TEXT',
  options: {
    tags: {
      type: 'string',
      isMultiple: true,
      value: 'WORDS',
      description: 'What it is about, one word each or several with commas',
    },
    project: projectOption,
    replaces: {
      type: 'string',
      isMultiple: true,
      value: 'ID',
      description: 'A memory that this one replaces',
    },
    'valid-from': { type: 'string', value: 'DAY', description: 'The first day it holds' },
    'valid-until': { type: 'string', value: 'DAY', description: 'The last day it holds' },
  },
  examples: [
    'tamis remember "Close the pool before the process exits"',
    'tamis remember "The staging key is renewed on Mondays" --tags staging --valid-until 2027-01-31',
  ],
  run: (context, args) =>
    run(context, remember, 'memory_remember', {
      text: words(args, 'TEXT'),
      tags: args.texts('tags'),
      project: projectOf(context, args),
      replaces: args.texts('replaces'),
      valid_from: args.text('valid-from'),
      valid_until: args.text('valid-until'),
    }),
}

/** `tamis recall QUERY`: what is remembered that fits. */
export const recall: Command = {
  name: 'recall',
  summary: 'Find what is remembered that fits a question or a task',
  operands: 'QUERY',
  options: {
    project: projectOption,
    everywhere,
    limit: {
      type: 'string',
      value: 'N',
      description: 'How many at most',
      facts: [phrase`default ${5}`],
    },
  },
  examples: ['tamis recall "tests hang at exit"', 'tamis recall staging --everywhere'],
  run: (context, args) =>
    run(context, recall, 'memory_recall', {
      query: words(args, 'QUERY'),
      project: args.isSet('everywhere') ? undefined : projectOf(context, args),
      limit: args.number('limit'),
    }),
}

/** `tamis memories`: all that is remembered. */
export const memories: Command = {
  name: 'memories',
  summary: 'List what is remembered, newest first, with ids',
  options: {
    project: projectOption,
    everywhere,
    all: { type: 'boolean', description: 'Also what was replaced, and what does not hold today' },
    limit: {
      type: 'string',
      value: 'N',
      description: 'How many at most',
      facts: [phrase`default ${50}`],
    },
  },
  examples: ['tamis memories', 'tamis memories --everywhere --all'],
  run: (context, args) =>
    run(context, memories, 'memory_memories', {
      project: args.isSet('everywhere') ? undefined : projectOf(context, args),
      ...(args.isSet('all') ? { all: true } : {}),
      limit: args.number('limit'),
    }),
}

function run(
  context: CommandContext,
  command: Command,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Promise<number> {
  const operation = operationOfTool(tool)
  if (!operation) throw new EngineError('internal_error', phrase`There is no operation ${tool}`)
  return runOperation(context, command, operation, input)
}

function words({ operands }: Arguments, name: string): string {
  if (operands.length === 0) throw new UsageError(phrase`Say the ${name}`)
  return operands.join(' ')
}

function projectOf({ deps }: CommandContext, args: Arguments): string | undefined {
  return args.text('project') ?? gitProject(deps.folder)
}
