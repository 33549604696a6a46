import { join, resolve } from 'node:path'
import { mcpToolServers } from '../../../src/adapters/mcp-client/tool-servers.ts'
import { quickjsSandbox } from '../../../src/adapters/quickjs/sandbox.ts'
import { setDiscovery, tokenizer } from '../../../test/support/discovery-stage.ts'
import { inMemoryCredentials } from '../../../test/support/in-memory-credentials.ts'

const folder = resolve(import.meta.dirname, '../../../src/core')
const server = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)
const intent = 'list the files of a folder with their sizes, and read the first lines of a file'
const never = new AbortController().signal

/** `npm run bench -- discover-code`: one task by single calls and by one script, with the real filesystem server. */
export async function bench(): Promise<void> {
  const servers = mcpToolServers(
    [
      {
        name: 'filesystem',
        transport: 'stdio',
        command: process.execPath,
        args: [server, folder],
        cwd: undefined,
        env: {},
        timeoutMs: 60_000,
        connectTimeoutMs: 30_000,
        idleMs: 60_000,
        callerNames: [],
      },
    ],
    { credentials: inMemoryCredentials(), fetch, now: Date.now },
  )
  const { discovery } = setDiscovery(
    {},
    { maxStringChars: 20_000 },
    { servers, sandbox: quickjsSandbox() },
  )
  try {
    const whole = await singleCalls(discovery, undefined)
    const lines = await singleCalls(discovery, 5)
    const script = await oneScript(discovery)
    const isSame = [lines, script].every(({ answer }) => answer.join() === whole.answer.join())
    console.log('The five largest files below src/core, and their first lines')
    row(['', 'round trips', 'tokens in context', 'input tokens of all turns'])
    show('single calls, files read whole', whole, whole)
    show('single calls, five lines read', lines, whole)
    show('one script', script, whole)
    const fewer = (by: 'tokens' | 'input') => (100 * (1 - script[by] / lines[by])).toFixed(1)
    console.log(
      `\nOne script against single calls that read five lines: ${fewer('tokens')} % fewer tokens in context, ${fewer('input')} % fewer input tokens (goal 90); ${isSame ? 'all three give the same answer' : 'THE ANSWERS DIFFER'}`,
    )
  } finally {
    await servers.close()
  }
}

type Discovery = ReturnType<typeof setDiscovery>['discovery']

/** What a model sends and gets, turn by turn; each turn is sent all that came before it. */
interface Receipt {
  readonly answer: readonly string[]
  readonly trips: number
  readonly tokens: number
  readonly input: number
}

function createReceipt(): {
  turn(sent: unknown, got: unknown): Promise<void>
  close(answer: readonly string[]): Receipt
} {
  let [trips, tokens, input] = [0, 0, 0]
  return {
    async turn(sent, got) {
      const counts = await tokenizer.count([JSON.stringify(sent), JSON.stringify(got)])
      trips += 1
      tokens += counts.reduce((sum, count) => sum + count, 0)
      input += tokens
    },
    close: (answer) => ({ answer, trips, tokens, input }),
  }
}

async function search(
  discovery: Discovery,
  verbosity: 'summary' | 'code',
  receipt: ReturnType<typeof createReceipt>,
): Promise<void> {
  const sent = { intent, verbosity, limit: 5 }
  await receipt.turn(sent, await discovery.discover(sent))
}

async function singleCalls(discovery: Discovery, head: number | undefined): Promise<Receipt> {
  const receipt = createReceipt()
  await search(discovery, 'summary', receipt)
  const call = async (tool: string, args: Record<string, unknown>): Promise<string> => {
    const sent = { id: `tool:filesystem:${tool}`, args }
    const got = await discovery.execute(sent, { source: 'bench', caller: undefined, signal: never })
    await receipt.turn(sent, got)
    if (got.status !== 'success') throw new Error(JSON.stringify(got))
    return (got.result as { content: string }).content
  }
  const files: { path: string; size: number }[] = []
  const folders = [folder]
  for (const path of folders)
    for (const line of (await call('list_directory_with_sizes', { path })).split('\n')) {
      const [, kind, name, size, unit] =
        /^\[(FILE|DIR)\] (\S+)\s*(?:([\d.]+) (B|KB|MB))?/.exec(line) ?? []
      if (kind === 'DIR') folders.push(`${path}/${name}`)
      if (kind === 'FILE') files.push({ path: `${path}/${name}`, size: bytesOf(size, unit) })
    }
  const largest = files.sort((a, b) => b.size - a.size).slice(0, 5)
  const answer: string[] = []
  for (const { path } of largest) {
    const text = await call('read_text_file', { path, ...(head === undefined ? {} : { head }) })
    answer.push(`${path.slice(folder.length + 1)}: ${text.split('\n')[0]}`)
  }
  return receipt.close(answer)
}

function bytesOf(size = '0', unit = 'B'): number {
  return Number(size) * { B: 1, KB: 1024, MB: 1024 ** 2 }[unit as 'B' | 'KB' | 'MB']
}

/** As a model writes it, once it has seen the signatures. */
const code = `
const files: { path: string; size: number }[] = []
const folders = [input.folder]
for (const path of folders) {
  const { content } = await tools.filesystem.list_directory_with_sizes({ path })
  for (const line of content.split('\\n')) {
    const [, kind, name, size, unit] = line.match(/^\\[(FILE|DIR)\\] (\\S+)\\s*(?:([\\d.]+) (B|KB|MB))?/) ?? []
    if (kind === 'DIR') folders.push(path + '/' + name)
    if (kind === 'FILE') files.push({ path: path + '/' + name, size: Number(size) * { B: 1, KB: 1024, MB: 1024 ** 2 }[unit] })
  }
}
const largest = files.sort((a, b) => b.size - a.size).slice(0, 5)
return Promise.all(largest.map(async ({ path }) => {
  const { content } = await tools.filesystem.read_text_file({ path, head: 5 })
  return path.slice(input.folder.length + 1) + ': ' + content.split('\\n')[0]
}))`

async function oneScript(discovery: Discovery): Promise<Receipt> {
  const receipt = createReceipt()
  await search(discovery, 'code', receipt)
  const sent = { code, args: { folder } }
  const got = await discovery.execute(sent, { source: 'bench', caller: undefined, signal: never })
  await receipt.turn(sent, got)
  if (got.status !== 'success') throw new Error(JSON.stringify(got))
  return receipt.close(got.result as string[])
}

function show(label: string, { trips, tokens, input }: Receipt, against: Receipt): void {
  const share = (own: number, other: number): string =>
    own === other ? String(own) : `${own} (−${(100 * (1 - own / other)).toFixed(1)} %)`
  row([label, String(trips), share(tokens, against.tokens), share(input, against.input)])
}

function row(cells: readonly string[]): void {
  console.log(cells.map((cell, at) => cell.padEnd(at === 0 ? 34 : 26)).join(''))
}
