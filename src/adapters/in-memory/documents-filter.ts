import type { DocumentFilter, DocumentRecord } from '../../ports/store/document-rows.ts'

/** True when the document meets every condition given. */
export function passes(record: DocumentRecord, filter: DocumentFilter): boolean {
  return (
    isAmong(record.source, filter.sources) &&
    isAmong(record.root, filter.roots) &&
    isAmong(record.trust, filter.trust) &&
    isAmong(record.language, filter.languages) &&
    isAmong(record.kind, filter.kinds) &&
    isAtPath(record, filter.pathGlob) &&
    matchesSome(record.path, filter.anyPath ?? ['*']) &&
    !matchesSome(record.path, filter.noPath ?? []) &&
    record.modifiedAt >= (filter.modifiedSince ?? Number.NEGATIVE_INFINITY) &&
    record.modifiedAt < (filter.modifiedUntil ?? Number.POSITIVE_INFINITY) &&
    (filter.tags ?? []).every((tag) => record.tags.includes(tag))
  )
}

function isAmong<Value>(value: Value, wanted: readonly Value[] | undefined): boolean {
  return wanted === undefined || wanted.includes(value)
}

function matchesSome(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => globExpression(glob).test(path))
}

/** Any of the ways in which people write a path; see `DocumentFilter`. */
function isAtPath({ source, root, path }: DocumentRecord, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  const expression = globExpression(pattern)
  const rootName = root.slice(root.lastIndexOf('/') + 1)
  const before = ['', `${source}/`, `${rootName}/`, `${root}/`]
  return before.some((start) => expression.test(start + path))
}

function globExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/\*{2,}\/?/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[\\s\\S]*')
    .replaceAll('?', '[\\s\\S]')
  return new RegExp(`^${source}$`)
}
