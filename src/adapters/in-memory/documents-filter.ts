import type { DocumentFilter, DocumentRecord } from '../../ports/store/documents.ts'

/** True when the document meets every condition given. */
export function passes(record: DocumentRecord, filter: DocumentFilter): boolean {
  return (
    isAmong(record.source, filter.sources) &&
    isAmong(record.root, filter.roots) &&
    isAmong(record.trust, filter.trust) &&
    isAmong(record.language, filter.languages) &&
    isAmong(record.kind, filter.kinds) &&
    (filter.pathGlob === undefined || globExpression(filter.pathGlob).test(record.path)) &&
    record.modifiedAt >= (filter.modifiedSince ?? Number.NEGATIVE_INFINITY) &&
    record.modifiedAt < (filter.modifiedUntil ?? Number.POSITIVE_INFINITY) &&
    (filter.tags ?? []).every((tag) => record.tags.includes(tag))
  )
}

function isAmong<Value>(value: Value, wanted: readonly Value[] | undefined): boolean {
  return wanted === undefined || wanted.includes(value)
}

function globExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/\*{2,}\/?/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[\\s\\S]*')
    .replaceAll('?', '[\\s\\S]')
  return new RegExp(`^${source}$`)
}
