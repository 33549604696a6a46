import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { homeFolder } from '../../../config/home-folder.ts'
import type { Arguments, Command, CommandContext } from '../command.ts'
import { postToDaemon } from '../daemon/ask-daemon.ts'
import { readAll } from '../input/read-all.ts'
import { UsageError } from '../usage-error.ts'

/** Said once more here: what knows these agents is not read where a hook must start fast. */
const agents = [
  ...['claude-code', 'codex', 'opencode', 'gemini-cli'],
  ...['qwen-code', 'pi', 'copilot-cli', 'cline'],
]

/** `tamis hook AGENT`: what an agent starts as its hook. Whatever goes wrong, the agent goes on with what it had. */
export const hook: Command = {
  name: 'hook',
  summary: 'Be the hook of an agent: shorten what its tools print; `tamis setup` writes it',
  operands: 'AGENT',
  operandChoices: agents,
  options: {
    filter: {
      type: 'string',
      value: 'COMMAND',
      description: 'Pass the output of builds and tests through this command before they end',
    },
    of: {
      type: 'string',
      value: 'KEY',
      description: 'Be that command: stdin to stdout, shortened',
    },
  },
  examples: ['tamis hook gemini-cli < event.json'],
  readsNoConfig: true,
  forwardsSignals: true,
  async run(context, args) {
    const [agent] = args.operands
    if (agent === undefined)
      throw new UsageError('Name the agent', 'For instance `tamis hook codex`.')
    const key = args.text('of')
    if (key === undefined) await answerHook(context, args, agent)
    else await filterOutput(context, args, agent, key)
    return 0
  },
}

interface Reply {
  readonly answer?: unknown
  readonly write?: { readonly path: string; readonly text: string }
  readonly remove?: string
}

/** An event on stdin, the agent's own form of answer on stdout; nothing where there is nothing to say. */
async function answerHook(context: CommandContext, args: Arguments, agent: string): Promise<void> {
  const event = await readAll(process.stdin, context.signal)
  const filter = hasPipefail(context) ? args.text('filter') : undefined
  const reply = (await ask(context, args, 'hook', [
    Buffer.from(`{"agent":${JSON.stringify(agent)},"payload":`),
    event,
    Buffer.from(`${filter === undefined ? '' : `,"filter":${JSON.stringify(filter)}`}}`),
  ])) as Reply | undefined
  if (reply?.remove !== undefined) rmSync(reply.remove, { force: true })
  if (reply?.answer === undefined || !isWritten(reply)) return
  process.stdout.write(`${JSON.stringify(reply.answer)}\n`)
}

/** An answer that names a file is given only where the file is there. */
function isWritten({ write }: Reply): boolean {
  if (!write) return true
  try {
    mkdirSync(dirname(write.path), { recursive: true, mode: 0o700 })
    writeFileSync(write.path, write.text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    // Its name comes from its content: what is there is the same.
    return error instanceof Error && 'code' in error && error.code === 'EEXIST'
  }
}

/** Of a pipeline only these hand the exit code of its first command on. */
function hasPipefail({ deps }: CommandContext): boolean {
  const shell = basename(deps.environment.SHELL ?? 'bash')
  return process.platform !== 'win32' && (shell === 'bash' || shell === 'zsh')
}

/** Nobody reads more at once; what is longer passes as it comes. */
const longestOutput = 4 * 1024 * 1024

/** What a command prints, shortened at its end; unchanged where that cannot be done. */
async function filterOutput(
  context: CommandContext,
  args: Arguments,
  agent: string,
  key: string,
): Promise<void> {
  const pieces: Buffer[] = []
  const flush = (): void => void process.stdout.write(Buffer.concat(pieces.splice(0)))
  const stop = (): void => {
    flush()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  if (await passesThrough(process.stdin, pieces, flush)) return
  const output = Buffer.concat(pieces)
  const text = output.toString('utf8')
  // Not a text, or none that could be given back as it was.
  if (Buffer.byteLength(text) !== output.length || text.includes('\ufffd')) return flush()
  const asked = Buffer.from(JSON.stringify({ agent, key, text }))
  const reply = (await ask(context, args, 'hook.filter', [asked])) as { text?: unknown } | undefined
  if (typeof reply?.text !== 'string') return flush()
  process.stdout.write(reply.text)
}

/** Collects all there is; true when it was too much, and went on its way. */
async function passesThrough(
  input: Readable,
  pieces: Buffer[],
  flush: () => void,
): Promise<boolean> {
  let size = 0
  for await (const piece of input) {
    pieces.push(piece as Buffer)
    size += (piece as Buffer).length
    if (size > longestOutput) flush()
  }
  if (size > longestOutput) flush()
  return size > longestOutput
}

async function ask(
  { deps }: CommandContext,
  args: Arguments,
  operation: string,
  body: readonly Buffer[],
): Promise<unknown> {
  const home = homeFolder(args.text('home'), deps.environment)
  const token = deps.environment.TAMIS_TOKEN
  return postToDaemon(home, operation, Buffer.concat(body), () => true, token)
}
