/** Input made to cost far more than its size; `scale` 1 is the full attack. */
export interface ComplexityCase {
  readonly name: string
  readonly door: string
  readonly body: (scale: number) => string
  /** Statuses that are an answer to it. */
  readonly wanted: readonly number[]
}

const million = 1_000_000
const many = (scale: number, count: number): number => Math.ceil(count * scale)
const uniqueKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`
const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => index.toString(36)).join(' ')

const jsonDoors = [
  '/rpc',
  '/mcp',
  '/api/prune',
  '/api/mask',
  '/api/execute',
  '/api/mcp-gateway/nobody/rpc',
]
const proxyDoors = ['/v1/chat/completions', '/v1/messages', '/v1/responses']

/** Our own doors refuse what is too intricate to parse; the proxy sends it on untouched. */
const shapes: readonly ComplexityCase[] = [...jsonDoors, ...proxyDoors].flatMap((door) => {
  // JSON-RPC says it inside an answer.
  const wanted = door === '/rpc' || proxyDoors.includes(door) ? [200] : [400]
  return [
    {
      name: 'ten million levels',
      door,
      wanted,
      body: (scale: number) => '['.repeat(many(scale, 10 * million)),
    },
    {
      name: 'objects two million deep',
      door,
      wanted,
      body: (scale: number) => {
        const depth = many(scale, 2 * million)
        return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
      },
    },
    {
      name: 'five million keys',
      door,
      wanted,
      body: (scale: number) => uniqueKeys(Math.max(200_000, many(scale, 5 * million))),
    },
    {
      name: 'ten million values',
      door,
      wanted,
      body: (scale: number) => `[${'1,'.repeat(Math.max(1_100_000, many(scale, 10 * million)))}1]`,
    },
  ]
})

const to = (
  name: string,
  operation: string,
  input: (scale: number) => object,
  wanted: readonly number[] = [200],
): ComplexityCase => ({
  name,
  door: `/api/${operation}`,
  wanted,
  body: (scale) => JSON.stringify(input(scale)),
})

const refused = [400]

const texts: readonly ComplexityCase[] = [
  to('one line of 50 MB', 'prune', (scale) => ({
    text: 'a'.repeat(many(scale, 50 * million)),
    goal: 'a',
  })),
  to('one line of 19 million Han characters', 'prune', (scale) => ({
    text: '漢'.repeat(many(scale, 19 * million)),
    goal: '漢',
  })),
  to('a million tiny lines', 'prune', (scale) => ({
    text: 'x\n'.repeat(many(scale, million)),
    goal: 'x',
  })),
  to('ten million empty lines', 'prune', (scale) => ({
    text: '\n'.repeat(many(scale, 10 * million)),
    goal: 'x',
  })),
  to('a million open braces as code', 'prune', (scale) => ({
    text: '{\n'.repeat(many(scale, million)),
    goal: 'x',
    path: 'a.ts',
  })),
  to('a goal of a million words', 'prune', (scale) => ({
    text: 'x\n'.repeat(10_000),
    goal: words(many(scale, million)),
  })),
  to('a goal that is a pathological pattern', 'prune', () => ({
    text: `${'a'.repeat(40)}!\n`.repeat(5000),
    goal: '(a+)+$ ^(a|a)*$ .*.*.*=.*',
  })),
  to('ten million bytes of broken colours', 'prune', (scale) => ({
    text: '\u001b['.repeat(many(scale, 5 * million)),
    goal: 'x',
    strip_ansi: true,
  })),
  to('a run of 15 million characters counted', 'tokens.count', (scale) => ({
    texts: ['漢'.repeat(many(scale, 15 * million))],
  })),
  to('stacked accents counted', 'tokens.count', (scale) => ({
    texts: [`a${'\u0316\u0301'.repeat(many(scale, 2 * million))}`],
  })),
  to('ligatures that normalise to 18 letters', 'knowledge.ingest_text', (scale) => ({
    id: 'ligatures',
    text: '\ufdfa'.repeat(many(scale, 4 * million)),
  })),
  to('a million headings', 'knowledge.ingest_text', (scale) => ({
    id: 'headings',
    text: '# x\n'.repeat(many(scale, million)),
  })),
  to('a million brackets', 'knowledge.ingest_text', (scale) => ({
    id: 'brackets',
    text: '['.repeat(many(scale, million)),
  })),
  to('front matter of aliases of aliases', 'knowledge.ingest_text', () => ({
    id: 'aliases',
    text: `---\n${Array.from({ length: 30 }, (_, at) => `k${at}: &k${at} [${at > 0 ? `*k${at - 1}, *k${at - 1}` : 'x'}]`).join('\n')}\n---\n# x\n`,
  })),
  to(
    'a document of 50 MB',
    'knowledge.ingest_text',
    (scale) => ({ id: 'long', text: 'a'.repeat(Math.max(4_100_000, many(scale, 50 * million))) }),
    refused,
  ),
]

const queries: readonly ComplexityCase[] = [
  to(
    'a query of 10 MB',
    'knowledge.search',
    (scale) => ({ query: 'ab '.repeat(many(scale, 3 * million)) }),
    refused,
  ),
  to('a query of six thousand prefixes', 'knowledge.search', () => ({
    query: words(5000).slice(0, 19_000),
  })),
  to(
    'nine thousand parentheses as an expression',
    'knowledge.search',
    () => ({ query: `${'('.repeat(9000)}a${')'.repeat(9000)}`, raw: true }),
    refused,
  ),
  to(
    'a thousand alternatives as an expression',
    'knowledge.search',
    () => ({ query: Array(3000).fill('a*').join(' OR '), raw: true }),
    [200, 400],
  ),
  to('a pathological glob', 'knowledge.search', () => ({
    query: 'a',
    path: `${'*a'.repeat(5000)}b`,
  })),
  to(
    'an intent of 10 MB',
    'discover',
    (scale) => ({ intent: 'ab '.repeat(many(scale, 3 * million)) }),
    refused,
  ),
  to(
    'a recall of 10 MB',
    'memory.inject',
    (scale) => ({ story: 'PD-1', query_text: 'ab '.repeat(many(scale, 3 * million)) }),
    refused,
  ),
  to(
    'a hundred thousand tools',
    'catalog.register',
    () => ({
      server: 'many',
      tools: Array.from({ length: 30_000 }, (_, at) => ({ name: `t${at}`, inputSchema: {} })),
    }),
    refused,
  ),
  to(
    'a workflow of twenty thousand tasks',
    'execute',
    (scale) => ({
      dag: {
        tasks: Array.from({ length: Math.max(200, many(scale, 20_000)) }, (_, at) => ({
          id: `t${at}`,
          tool: 'tool:x:y',
          arguments: {},
          dependsOn: at > 0 ? [`t${at - 1}`] : [],
        })),
      },
    }),
    refused,
  ),
]

const conversations: readonly ComplexityCase[] = [
  to('two hundred thousand messages', 'mask', (scale) => ({
    messages: turns(many(scale, 100_000)),
  })),
  to('a hundred thousand results under one id', 'mask', (scale) => ({
    messages: turns(many(scale, 50_000), 'same'),
  })),
  {
    name: 'two hundred thousand messages',
    door: '/v1/chat/completions',
    wanted: [200],
    body: (scale) => JSON.stringify({ model: 'fine', messages: turns(many(scale, 100_000)) }),
  },
  {
    name: 'a result of a million lines',
    door: '/v1/chat/completions',
    wanted: [200],
    body: (scale) =>
      JSON.stringify({
        model: 'fine',
        messages: [
          { role: 'user', content: 'x' },
          ...turns(1).map((message) =>
            message.role === 'tool'
              ? { ...message, content: 'x\n'.repeat(many(scale, million)) }
              : message,
          ),
        ],
      }),
  },
  {
    name: 'a batch of two hundred thousand calls',
    door: '/rpc',
    wanted: [200],
    body: (scale) =>
      JSON.stringify(
        Array.from({ length: Math.max(101, many(scale, 200_000)) }, () => ({
          jsonrpc: '2.0',
          id: 1,
          method: 'ping',
        })),
      ),
  },
]

function turns(count: number, id?: string): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, at) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: id ?? `c${at}`, type: 'function', function: { name: 'f', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: id ?? `c${at}`, content: 'result' },
  ]).flat()
}

export const complexityCases: readonly ComplexityCase[] = [
  ...shapes,
  ...texts,
  ...queries,
  ...conversations,
]
