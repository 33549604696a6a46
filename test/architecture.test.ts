import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const feature = ['core/text', 'ports', 'errors.ts', 'phrase.ts', 'zod']
/** What every adapter may know besides itself; a driver of its own is said in the table. */
const adapter = [
  'ports',
  'errors.ts',
  'phrase.ts',
  'node:',
  'zod',
  'adapters/node/optional-package.ts',
  // What vector stores refuse alike.
  'adapters/rows/vectors.ts',
]
const door = ['operations', 'engine.ts', 'errors.ts', 'phrase.ts', 'node:']

const rooms = (...names: string[]): string[] => names.map((name) => `core/discover/${name}`)

const roomEntries = ['catalog', 'rank', 'past', 'run', 'gateway', 'answer'].map(
  (name) => `core/discover/${name}/${name}.ts`,
)

/** Who may import whom. Left: a part of `src`. Right: the parts and packages it may know. */
const mayImport: Record<string, readonly string[]> = {
  // What people are told, with its values apart.
  'phrase.ts': [],
  'errors.ts': ['phrase.ts'],
  config: [
    'core/text',
    'core/wire/upstreams.ts',
    'network/addresses.ts',
    'errors.ts',
    'phrase.ts',
    'zod',
    'node:',
    'smol-toml',
    'yaml',
  ],
  // Other programs: where their settings lie, what they hold, and how they are changed and put back.
  clients: ['config', 'core/text', 'errors.ts', 'phrase.ts', 'zod', 'node:', 'smol-toml', 'yaml'],
  ports: ['phrase.ts', 'zod'],
  // Where requests may go, for all that send some.
  network: ['errors.ts', 'phrase.ts', 'node:', 'undici'],
  'core/text': ['phrase.ts'],
  'core/prune': feature,
  // The formats providers speak: shared ground of all that looks into what passes.
  'core/wire': ['core/text', 'errors.ts', 'phrase.ts'],
  // Prices, bills and the memory of conversations: what is sieved is told to it.
  'core/traffic': feature,
  // What agents saved of their conversations, for whoever reads them.
  'core/sessions': [...feature, 'core/wire'],
  'core/mask': [...feature, 'core/wire', 'core/traffic'],
  // What saved sessions cost, and what the sieves would have made of them.
  'core/replay': [...feature, 'core/wire', 'core/traffic', 'core/sessions', 'core/mask'],
  // What agents hand to their hooks, and the answers they understand; the sieve is handed to it.
  'core/hooks': feature,
  // Five rooms and the answers made of them; each knows those before it, and nobody those after.
  'core/discover/catalog': feature,
  'core/discover/rank': [...feature, ...rooms('catalog')],
  'core/discover/past': [...feature, ...rooms('catalog', 'rank')],
  'core/discover/run': [...feature, ...rooms('catalog')],
  'core/discover/gateway': [...feature, ...rooms('catalog', 'run')],
  'core/discover/answer': [...feature, ...rooms('catalog', 'rank', 'past', 'run')],
  // Outside a room, its entry file speaks for it.
  'core/discover': [...feature, ...roomEntries],
  'core/knowledge': feature,
  // Memory mines what agents saved of their sessions.
  'core/memory': [...feature, 'core/sessions', 'core/wire'],
  'core/ledger': feature,
  'core/access': feature,
  'core/archive': feature,
  'engine.ts': ['core', 'ports', 'errors.ts'],
  // The pruner alone, which the command line starts without the rest.
  'create-pruner.ts': ['core/prune'],
  'create-engine.ts': ['core', 'create-pruner.ts', 'engine.ts', 'ports', 'errors.ts', 'phrase.ts'],
  operations: ['core/text', 'engine.ts', 'errors.ts', 'phrase.ts', 'zod'],
  // `adapters/rows` is what the tables of databases hold, read in one way.
  'adapters/sqlite/': [...adapter, 'adapters/rows'],
  'adapters/postgres': [...adapter, 'adapters/rows', 'pg'],
  'adapters/sqlite-vec': [...adapter, 'adapters/rows', 'adapters/sqlite/'],
  'adapters/otlp': [...adapter, 'network', 'undici'],
  'adapters/quickjs': [...adapter, 'quickjs-wasi'],
  'adapters/tokenizer': [...adapter, 'gpt-tokenizer'],
  'adapters/tree-sitter': [...adapter, '@vscode/tree-sitter-wasm'],
  'adapters/deepinfra': [...adapter, 'network', 'undici'],
  'adapters/openai-compatible': [...adapter, 'network', 'undici'],
  'adapters/nli': [...adapter, 'adapters/openai-compatible'],
  'adapters/ollama': [...adapter, 'adapters/openai-compatible', 'undici'],
  'adapters/onnx': [...adapter, 'network', '@huggingface/tokenizers', 'undici'],
  'adapters/static-embedder': [...adapter, '@huggingface/tokenizers'],
  // Appends are guarded by the lock the store already has.
  'adapters/jsonl': [...adapter, 'adapters/sqlite/lock.ts', 'yaml'],
  'adapters/files': [...adapter, 'ignore', 'unpdf'],
  'adapters/skill-folders': [...adapter, 'yaml'],
  'adapters/mcp-client': [...adapter, 'network', '@modelcontextprotocol/client'],
  'surfaces/http': [
    ...door,
    'core/text',
    'surfaces/proxy/route/routes.ts',
    'hono',
    '@hono/node-server',
  ],
  'surfaces/rpc': [...door, 'core/text', 'surfaces/http'],
  'surfaces/mcp': [...door, 'surfaces/http', '@modelcontextprotocol/server'],
  'surfaces/proxy': [...door, 'network', 'surfaces/http', 'undici', 'zod'],
  // Refusals are said in French by the page as by the command line.
  'surfaces/dashboard': [
    ...['operations', 'core/text', 'surfaces/demo', 'surfaces/cli/locale/french.json', 'preact'],
  ],
  'surfaces/demo': [],
  'surfaces/cli': [...door, 'surfaces', 'clients', 'config', 'core/text', 'zod'],
  'surfaces/own-tools.ts': door,
  'surfaces/daemon': [...door, 'surfaces'],
  compose: [
    'adapters',
    'clients',
    'config',
    'create-engine.ts',
    'create-pruner.ts',
    'engine.ts',
    'network',
    'ports',
    'errors.ts',
    'phrase.ts',
    'node:',
  ],
  // The part of the library that needs no Node.
  'library/browser.ts': ['core/mask', 'library/sha256.ts', 'library/prune-here.ts'],
  'library/sha256.ts': ['library/sha256.ts'],
  'library/prune-here.ts': ['core/prune', 'ports'],
  library: [
    ...['adapters/node', 'compose', 'config', 'core/mask', 'engine.ts', 'operations'],
    ...['surfaces/own-tools.ts', 'node:', 'zod'],
  ],
  'index.ts': ['core', 'library', 'errors.ts', 'adapters/node'],
  'main.ts': ['compose', 'config', 'surfaces', 'errors.ts', 'node:'],
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.tsx?$/.test(file),
)

function importsOf(file: string): string[] {
  const text = readFileSync(join('src', file), 'utf8')
  const statements =
    /^(?:import|export|\}).*? from '([^'\n]+)'|^import '([^'\n]+)'|import\('([^'\n]+)'\)/gm
  return [...text.matchAll(statements)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
  })
}

/** An adapter that the table does not name needs nothing but what all of them may know. */
function adapterOf(file: string): string | undefined {
  return /^adapters\/[^/]+\//.exec(file)?.[0]
}

test.each(sources)('%s imports only what its part may know', (file) => {
  const part = Object.keys(mayImport).find((name) => file.startsWith(name)) ?? adapterOf(file)
  expect(part, 'every file belongs to a part').toBeDefined()
  const known = [part, ...(mayImport[part ?? ''] ?? adapter)] as string[]
  const strangers = importsOf(file).filter((name) => !known.some((k) => name.startsWith(k)))
  expect(strangers).toEqual([])
})

/** Where a package or the build begins: nothing of ours imports these. */
const entries =
  /^(?:index|main|library\/(?:ai|browser|langchain)|adapters\/tree-sitter\/packed-grammar-files)\.ts$/
/** Types that nobody imports, yet the declarations of the library must name. */
const namedInDeclarations = new Set([
  ...['ContextPoint', 'ConversationList', 'DoctorReport', 'Facet', 'Health', 'ImportableServer'],
  ...['ListedCapability', 'ListedMemory', 'MergedLearning', 'RequestAccount', 'SearchOutput'],
  ...['ShownMessage', 'SourceUsage', 'TypedOperation', 'Waiting'],
])

test('whatever a file exports, another one imports', () => {
  const imported = new Set(
    ['src', 'test', 'bench', 'scripts'].flatMap((top) =>
      readdirSync(top, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
        .flatMap((file) => importedNames(join(top, file))),
    ),
  )
  const unused = sources
    .filter((file) => !entries.test(file) && !imported.has(`${join('src', file)} *`))
    .flatMap((file) => exportedNames(file).map((name) => `${join('src', file)} ${name}`))
    .filter((one) => !imported.has(one) && !namedInDeclarations.has(one.split(' ')[1] ?? ''))
  expect(unused).toEqual([])
})

/** Each as its file and its name; `*` for all that a file has. */
function importedNames(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const statements = /^(?:import|export) (?:type )?(\*|\{[^}]*\})[^'{}]* from '(\.[^']+)'/gm
  const named = [...text.matchAll(statements)].flatMap(([, names = '', path = '']) =>
    names.split(/[{},]/).flatMap((name) => {
      const first = /\*|\w+/.exec(name.replace(/^\s*type /, ''))?.[0]
      return first ? [`${join(dirname(file), path)} ${first}`] : []
    }),
  )
  const loaded = [...text.matchAll(/import\('(\.[^']+)'\)/g)]
  return [...named, ...loaded.map(([, path = '']) => `${join(dirname(file), path)} *`)]
}

function exportedNames(file: string): string[] {
  const text = readFileSync(join('src', file), 'utf8')
  const declarations = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm
  return [...text.matchAll(declarations)].map(([, name = '']) => name)
}
