import type { SQLInputValue } from 'node:sqlite'
import type { DocumentFilter } from '../../../ports/store/document-rows.ts'

interface Conditions {
  /** Over `knowledge_documents d`; `true` when nothing is asked. */
  readonly where: string
  readonly values: readonly SQLInputValue[]
}

/** Chunks are found by an index of digests, which may be damaged where the rows are not: the row decides. */
export function saysItself(digest: string): string {
  return `(select own.digest from knowledge_chunks own where own.key = c.key) = ${digest}`
}

/** The filter as SQL, every value bound. */
export function documentConditions(filter: DocumentFilter): Conditions {
  const tests = [
    among('d.source', filter.sources),
    among('d.root', filter.roots),
    among('d.trust', filter.trust),
    among('d.language', filter.languages),
    among('d.kind', filter.kinds),
    pathLike(globOf(filter.pathGlob)),
    someGlob('exists', filter.anyPath),
    someGlob('not exists', filter.noPath),
    compare('d.modified_at >= ?', filter.modifiedSince),
    compare('d.modified_at < ?', filter.modifiedUntil),
    ...(filter.tags ?? []).map((tag) =>
      compare('exists (select 1 from json_each(d.tags) where value = ?)', tag),
    ),
  ].filter((test) => test !== undefined)
  return {
    where: tests.length === 0 ? 'true' : tests.map(({ where }) => where).join(' and '),
    values: tests.flatMap(({ values }) => values),
  }
}

function among(column: string, wanted: readonly string[] | undefined): Conditions | undefined {
  if (wanted === undefined) return undefined
  return {
    where: `${column} in (select value from json_each(?))`,
    values: [JSON.stringify(wanted)],
  }
}

function compare(where: string, value: SQLInputValue | undefined): Conditions | undefined {
  return value === undefined ? undefined : { where, values: [value] }
}

function someGlob(test: string, globs: readonly string[] | undefined): Conditions | undefined {
  if (globs === undefined) return undefined
  return {
    where: `${test} (select 1 from json_each(?) where d.path glob value)`,
    values: [JSON.stringify(globs.map(globOf))],
  }
}

/** The name of the folder `d.root`: what is left of it without all up to its last `/`. */
const rootName = "replace(d.root, rtrim(d.root, replace(d.root, '/', '')), '')"

/** Any of the ways in which people write a path; see `DocumentFilter`. */
function pathLike(glob: string | undefined): Conditions | undefined {
  if (glob === undefined) return undefined
  const written = ["''", "d.source || '/'", `${rootName} || '/'`, "d.root || '/'"]
  return {
    where: `(${written.map((before) => `${before} || d.path glob ?`).join(' or ')})`,
    values: written.map(() => glob),
  }
}

/** `*` and `?` keep their meaning; brackets lose theirs; `**` is `*`, which crosses folders in SQLite. */
function globOf(pattern: string | undefined): string | undefined {
  return pattern?.replace(/\[/g, '[[]').replace(/\*{2,}\/?/g, '*')
}
