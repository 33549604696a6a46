import type { DocumentFilter, DocumentRecord } from '../../../ports/store/documents.ts'

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
/** Where programs put what they make of sources, and files that only repeat a source for others. */
const builtPath =
  /(?:^|\/)(?:dist|build|out|cjs|esm|umd|bundles?)\/|\.(?:c[jt]s|d\.[mc]?ts|bundle\.js)$/

/** The filter that lets one role through. */
export function roleFilter(role: Role): DocumentFilter {
  if (role === 'docs') return { kinds: ['markdown', 'pdf', 'html', 'text', 'notebook'] }
  if (role === 'config') return { kinds: ['structured'] }
  return role === 'tests'
    ? { kinds: ['code'], anyPath: testPaths }
    : { kinds: ['code'], noPath: testPaths }
}

/** Sources before tests, tests before built copies: 0, 1, 2. Only code has such an order. */
export function distanceFromSource({ kind, path }: Pick<DocumentRecord, 'kind' | 'path'>): number {
  if (kind !== 'code') return 0
  if (builtPath.test(path)) return 2
  return testPath.test(path) ? 1 : 0
}

/** True for the tests of a program. */
export function isTest({ kind, path }: Pick<DocumentRecord, 'kind' | 'path'>): boolean {
  return kind === 'code' && testPath.test(path)
}
