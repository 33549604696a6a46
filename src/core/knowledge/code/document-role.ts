import type { DocumentFilter, DocumentRecord } from '../../../ports/store/document-rows.ts'

/** What a document is there for. */
export type Role = 'code' | 'docs' | 'tests' | 'config'

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

/** Sources before tests, tests before built copies: 0, 1, 2. Only code has such an order. */
export function distanceFromSource(
  document: Pick<DocumentRecord, 'id' | 'kind' | 'path'>,
  copies: ReadonlySet<string>,
): number {
  if (copies.has(document.id)) return 2
  return isTest(document) ? 1 : 0
}
