import { beforeAll, expect, test } from 'vitest'
import { digest } from '../../../adapters/node/digest.ts'
import { openDocuments } from '../../../adapters/sqlite/documents/open-documents.ts'
import { treeSitterSyntax } from '../../../adapters/tree-sitter/syntax.ts'
import { storeDocument } from '../ingest/ingest-text.ts'
import { type SearchDeps, type SearchRequest, search } from '../search/search.ts'
import { roleFilter } from './document-role.ts'
import { findCopies } from './find-copies.ts'

const syntax = treeSitterSyntax()
const source = `import { trim } from './trim.ts'

/** Reads the port out of an address. */
export function readPort(address: string): number {
  const [, port] = trim(address).split(':')
  return Number(port)
}

export function joinParts(parts: readonly string[]): string {
  return parts.join('-')
}

export const longestAddress = 255
`
const built = source.replace(/: (?:number|string|readonly string\[\])/g, '')
const files: Readonly<Record<string, string>> = {
  'src/address.ts': source,
  'dist/address.js': built,
  'dist/cjs/address.cjs': built,
  'test/address.test.ts': `import { readPort } from '../src/address.ts'

test('readPort reads the port out of an address', () => {
  expect(readPort('host:80')).toBe(80)
})
`,
  'src/server.ts': `import { readPort } from './address.ts'

/** Listens where the address says. readPort is only mentioned here. */
export function listen(address: string): void {
  open(readPort(address))
}
`,
  'src/notes.ts': `/** Says what readPort does. */
export function notes(): string {
  return 'readPort'
}
`,
}

/** A package that comes without its sources. */
const clock = '/** The clock is wound. */\nexport function windClock(turns) {\n  return turns\n}\n'
const builtAlone: Readonly<Record<string, string>> = {
  'dist/clock.js': clock,
  'dist/cjs/clock.js': clock,
}

const documents = openDocuments(':memory:')
const deps: SearchDeps = {
  documents,
  embedder: undefined,
  syntax,
  now: () => 0,
  staleAfterMs: 1,
}

beforeAll(async () => {
  const all = [
    ...Object.entries(files).map((file) => ['app', ...file] as const),
    ...Object.entries(builtAlone).map((file) => ['clock', ...file] as const),
  ]
  for (const [from, path, text] of all) {
    const language = path.endsWith('.ts') ? 'typescript' : 'javascript'
    const blocks = (await syntax.outline(text, language)) ?? []
    await storeDocument(
      { documents, digest, now: () => 0 },
      {
        id: path,
        source: from,
        trust: 'medium',
        root: `/${from}`,
        path,
        title: path,
        text,
        kind: 'code',
        language,
        tags: [],
        bytes: text.length,
        modifiedAt: 0,
        definitions: blocks.map(({ name, start, end }) => ({
          name,
          startLine: start,
          endLine: end,
        })),
      },
    )
  }
})

async function find(query: string, changes: Partial<SearchRequest> = {}) {
  const { hits } = await search(deps, { query, mode: 'lexical', limit: 10, ...changes })
  return hits
}

test('a definition is a hit of its own, with its comment and its name', async () => {
  const [first] = await find('how is the port read out of an address')
  expect(first).toMatchObject({ doc_path: 'src/address.ts', heading_path: ['readPort'] })
  expect(first?.snippet).toMatch(/^\/\*\* Reads the port/)
  const exported = await find('longest address')
  expect(exported[0]).toMatchObject({
    doc_path: 'src/address.ts',
    heading_path: ['longestAddress'],
  })
})

test('built copies are one hit with their source, and are counted', async () => {
  const hits = await find('join parts')
  const joined = hits.filter(({ heading_path }) => heading_path.includes('joinParts'))
  expect(joined).toMatchObject([{ doc_path: 'src/address.ts', copies: 2 }])
})

test('what was built is no copy where its source is not there', async () => {
  const copies = await findCopies(documents, await documents.list({}, { limit: 100 }))
  expect([...copies].sort()).toEqual([
    'dist/address.js',
    'dist/cjs/address.cjs',
    'dist/cjs/clock.js',
  ])
  const [alone] = await find('the clock is wound')
  expect(alone).toMatchObject({ doc_path: 'dist/clock.js', copies: 1 })
  expect(alone?.explain.role).toBeUndefined()
})

test('sources come before tests, unless tests are asked for', async () => {
  const places = async (query: string) => (await find(query)).map(({ doc_path }) => doc_path)
  const plain = await places('read the port out of an address')
  expect(plain.indexOf('test/address.test.ts')).toBeGreaterThan(0)
  const asked = await find('test read the port out of an address')
  expect(asked.find(({ doc_path }) => doc_path.startsWith('test'))?.explain.role).toBeUndefined()
})

test.each([
  ['where is readPort defined', 'defined', ['src/address.ts']],
  ['where is readPort tested', 'tested', ['test/address.test.ts']],
  ['where is readPort used', 'used', ['src/server.ts', 'src/server.ts', 'test/address.test.ts']],
])('%s is read from the syntax tree', async (query, symbol, paths) => {
  const hits = (await find(query)).filter(({ explain }) => explain.symbol === symbol)
  expect([...new Set(hits.map(({ doc_path }) => doc_path))].sort()).toEqual(
    [...new Set(paths)].sort(),
  )
})

test('a kind of documents can be asked for', async () => {
  const paths = async (role: Parameters<typeof roleFilter>[0]) =>
    new Set(
      (await find('read port address', { filter: roleFilter(role) })).map((hit) => hit.doc_path),
    )
  expect(await paths('tests')).toEqual(new Set(['test/address.test.ts']))
  expect(await paths('code')).not.toContain('test/address.test.ts')
  expect(await paths('docs')).toEqual(new Set())
})
