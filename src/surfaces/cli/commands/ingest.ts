import type { Engine, IngestResult } from '../../../engine.ts'
import { ingestSummary } from '../../../operations/knowledge/knowledge-ingest.ts'
import { trust } from '../../../operations/knowledge/knowledge-input.ts'
import { counted, phrase } from '../../../phrase.ts'
import type { Arguments, Command, CommandContext } from '../command.ts'
import { readInput } from '../input/read-text-file.ts'
import type { Output } from '../page/output.ts'
import { progressBar } from '../page/progress-bar.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis ingest`: files, folders, patterns, or a text on stdin. */
export const ingest: Command = {
  name: 'ingest',
  summary: 'Index files and folders for search and ask; run it again after changes',
  operands: '[PATH…]',
  options: {
    source: { type: 'string', value: 'NAME', description: 'Name of the source (default: folder)' },
    trust: {
      type: 'string',
      value: 'LEVEL',
      choices: trust.options,
      description: 'high | medium | low (default medium)',
    },
    tags: { type: 'string', isMultiple: true, value: 'TAG', description: 'A word to filter by' },
    title: {
      type: 'string',
      value: 'TEXT',
      description: 'Index the text on stdin under this title',
    },
    'no-ignore': {
      type: 'boolean',
      description: 'Read also what .gitignore, .tamisignore and the usual rules leave out',
    },
    'include-secrets': {
      type: 'boolean',
      description: 'Read also files that hold passwords, keys or tokens',
    },
    watch: { type: 'boolean', description: 'Stay and follow changes' },
    reembed: { type: 'boolean', description: 'Embed every chunk again, after a change of model' },
  },
  examples: [
    'tamis ingest ./docs ./src --source handbook --trust high',
    'git log -1 | tamis ingest --title "Last commit"',
    'tamis ingest ./notes --watch',
    'tamis ingest node_modules/zod --no-ignore',
    'tamis ingest --reembed',
  ],
  async run(context, args) {
    const engine = await context.openEngine()
    const title = args.text('title')
    if (title !== undefined) return ingestStdin(context, args, engine, title)
    if (args.isSet('reembed')) return reembed(context, engine)
    if (args.operands.length === 0) throw new UsageError('Name a file or folder, or give --title')
    return ingestPaths(context, args, engine)
  },
}

async function ingestPaths(
  { output, signal }: CommandContext,
  args: Arguments,
  engine: Engine,
): Promise<number> {
  const source = args.text('source')
  const level = trustOf(args)
  const request = {
    paths: args.operands,
    isLocalPerson: true,
    ...(source === undefined ? {} : { source }),
    ...(level === undefined ? {} : { trust: level }),
    ...(args.isSet('no-ignore') ? { noIgnore: true } : {}),
    ...(args.isSet('include-secrets') ? { includeSecrets: true } : {}),
    ...(args.isSet('tags') ? { tags: args.texts('tags') } : {}),
  }
  const bar = progressBar(output)
  const result = await engine.knowledge.ingestPaths(request, bar.show, signal)
  bar.end()
  show(output, result)
  if (args.isSet('watch')) {
    output.note('Watching; Ctrl-C ends it.')
    await engine.knowledge.watch(request, (next) => show(output, next), signal)
  }
  const isAllMissing = result.skipped.some(({ skipped }) => skipped === 'missing')
  return isAllMissing ? 1 : 0
}

async function ingestStdin(
  { output, signal }: CommandContext,
  args: Arguments,
  engine: Engine,
  title: string,
): Promise<number> {
  const { text } = await readInput(signal)
  const labels = { source: args.text('source') ?? 'stdin', trust: trustOf(args) ?? 'medium' }
  const document = { id: `stdin/${title}`, title, text, tags: args.texts('tags') }
  const result = await engine.knowledge.ingestTexts([document], labels, signal)
  show(output, result)
  return 0
}

function show(output: Output, result: IngestResult): void {
  if (output.isJson) output.json(result)
  else output.result(ingestSummary(result, output.say))
}

async function reembed({ output, signal }: CommandContext, engine: Engine): Promise<number> {
  const bar = progressBar(output)
  const embedded = await engine.knowledge.reembed(bar.show, signal)
  bar.end()
  if (output.isJson) output.json({ embedded })
  else output.result(output.say(counted(embedded, '{} text embedded.', '{} texts embedded.')))
  return 0
}

function trustOf(args: Arguments): 'high' | 'medium' | 'low' | undefined {
  const level = args.text('trust')
  const known = trust.options.find((one) => one === level)
  if (known !== undefined || level === undefined) return known
  throw new UsageError(phrase`--trust takes high, medium or low, not ${JSON.stringify(level)}`)
}
