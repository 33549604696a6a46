import type { DocumentFilter } from '../../../ports/store/document-rows.ts'
import { toColumn } from '../text.ts'

interface Conditions {
  /** Over `knowledge_documents d`; `true` when nothing is asked. */
  readonly where: string
  readonly values: readonly unknown[]
}

/** The filter as SQL, every value bound, with numbers after `$taken`. */
export function documentConditions(filter: DocumentFilter, taken: number): Conditions {
  const tests = [
    among('d.source', filter.sources),
    among('d.root', filter.roots),
    among('d.trust', filter.trust),
    among('d.language', filter.languages),
    among('d.kind', filter.kinds),
    test(pathLike, likeOf(filter.pathGlob)),
    test((mark) => `d.path like any(${mark}::text[])`, filter.anyPath?.map(likeOf)),
    test((mark) => `not d.path like any(${mark}::text[])`, filter.noPath?.map(likeOf)),
    test((mark) => `d.modified_at >= ${mark}`, filter.modifiedSince),
    test((mark) => `d.modified_at < ${mark}`, filter.modifiedUntil),
    test((mark) => `d.tags @> ${mark}::text[]`, filter.tags?.map(toColumn)),
  ].filter((one) => one !== undefined)
  return {
    where: ['true', ...tests.map(({ toSql }, at) => toSql(`$${taken + at + 1}`))].join(' and '),
    values: tests.map(({ value }) => value),
  }
}

interface Test {
  toSql(mark: string): string
  readonly value: unknown
}

function among(column: string, wanted: readonly string[] | undefined): Test | undefined {
  return test((mark) => `${column} = any(${mark}::text[])`, wanted?.map(toColumn))
}

function test(toSql: Test['toSql'], value: unknown): Test | undefined {
  return value === undefined ? undefined : { toSql, value }
}

/** Any of the ways in which people write a path; see `DocumentFilter`. */
function pathLike(mark: string): string {
  const rootName = "regexp_replace(d.root, '^.*/', '')"
  const written = ["''", "d.source || '/'", `${rootName} || '/'`, "d.root || '/'"]
  return `(${written.map((before) => `${before} || d.path like ${mark}`).join(' or ')})`
}

/** `*` crosses folders, `**` is `*`, `?` is one character; the rest stands for itself. */
function likeOf(pattern: string | undefined): string | undefined {
  return (
    pattern &&
    toColumn(pattern)
      .replace(/[\\%_]/g, '\\$&')
      .replace(/\*{2,}\/?/g, '*')
      .replaceAll('*', '%')
      .replaceAll('?', '_')
  )
}
