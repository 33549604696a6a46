/** What a guard protects by. */
export const guardKinds = [
  'owner',
  'scope',
  'allow-list',
  'limit',
  'digest',
  'fsync',
  'lock',
  'expiry',
  'path',
  'quarantine',
  'signature',
] as const

export type GuardKind = (typeof guardKinds)[number]

/** A test by its file and, where the whole file would take long, a fixed part of its title. */
export interface GuardTest {
  readonly file: string
  readonly title?: string
}

/** One check that keeps a promise: where it stands, what it looks like when it is gone, and who should notice. */
export interface Guard {
  readonly kind: GuardKind
  /** The promise, as one would say it to a user. */
  readonly what: string
  readonly file: string
  /** Found exactly once in the file. */
  readonly source: string
  /** What stands there once the guard is removed. */
  readonly mutated: string
  readonly tests: readonly GuardTest[]
}

/** One row of the table. */
export function guard(
  kind: GuardKind,
  what: string,
  [file, source, mutated]: readonly [file: string, source: string, mutated: string],
  ...tests: readonly GuardTest[]
): Guard {
  return { kind, what, file, source, mutated, tests }
}

export const unit = (file: string, title?: string): GuardTest =>
  title === undefined ? { file } : { file, title }
export const e2e = (name: string, title?: string): GuardTest =>
  unit(`test/e2e/${name}.test.ts`, title)
export const attack = (name: string, title?: string): GuardTest =>
  unit(`test/attacks/${name}.test.ts`, title)
export const fault = (name: string, title?: string): GuardTest =>
  unit(`test/faults/${name}.test.ts`, title)

/** The text of the guard's file without the guard; throws when the row no longer fits the source. */
export function withoutGuard(text: string, { file, source, mutated, what }: Guard): string {
  const found = text.split(source).length - 1
  if (found !== 1)
    throw new Error(
      `${what}: its text is ${found} times in ${file}. Point the row at its new place.`,
    )
  return text.replace(source, () => mutated)
}
