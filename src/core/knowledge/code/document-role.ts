import type { DocumentFilter, DocumentRecord } from '../../../ports/store/document-rows.ts'

/** What a document is there for. */
type Role = 'code' | 'docs' | 'tests' | 'config'

/** How tests are filed, as globs over paths below a root. */
const testPaths = [
  'test/*',
  '*/test/*',
  'tests/*',
  '*/tests/*',
  'spec/*',
  '*/spec/*',
  '__tests__/*',
  '*/__tests__/*',
  '*.test.*',
  '*.spec.*',
  '*_test.*',
  'test_*',
  '*/test_*',
]
const testPath = /(?:^|\/)(?:tests?|spec|__tests__)\/|\.(?:test|spec)\.|_test\.|(?:^|\/)test_/

/** The filter that lets one role through. */
export function roleFilter(role: Role): DocumentFilter {
  if (role === 'docs') return { kinds: ['markdown', 'pdf', 'html', 'text', 'notebook', 'office'] }
  if (role === 'config') return { kinds: ['structured'] }
  return role === 'tests'
    ? { kinds: ['code'], anyPath: testPaths }
    : { kinds: ['code'], noPath: testPaths }
}

/** True for the tests of a program. */
export function isTest({ kind, path }: Pick<DocumentRecord, 'kind' | 'path'>): boolean {
  return kind === 'code' && testPath.test(path)
}

/** Nobody writes a source file of this many bytes: a program joined it from many. */
const longestSource = 1_000_000

/** Sources before tests, tests before built copies: 0, 1, 2. Only code has such an order. */
export function distanceFromSource(
  document: Pick<DocumentRecord, 'id' | 'kind' | 'path' | 'bytes'>,
  copies: ReadonlySet<string>,
): number {
  if (copies.has(document.id) || isBundle(document)) return 2
  return isTest(document) ? 1 : 0
}

/** Declarations are joined too, and say of each what no source beside them does. */
function isBundle({ kind, path, bytes }: Pick<DocumentRecord, 'kind' | 'path' | 'bytes'>): boolean {
  return kind === 'code' && bytes > longestSource && !/\.d\.[mc]?ts$/.test(path)
}
