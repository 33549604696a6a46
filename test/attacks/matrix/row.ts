/** One fault or attack, how it is met, and the test that shows it. */
export interface MatrixRow {
  readonly what: string
  readonly met: string
  /** The file of the test, from the root of the repository. */
  readonly file: string
  /** How the title of the test begins, or a part of it. */
  readonly title: string
  /** How much of it the test makes. */
  readonly load: string
}

export interface MatrixPart {
  readonly heading: string
  readonly rows: readonly MatrixRow[]
}

export const row = (
  what: string,
  met: string,
  file: string,
  title: string,
  load: string,
): MatrixRow => ({ what, met, file, title, load })

export const e2e = (name: string): string => `test/e2e/${name}.test.ts`
export const attack = (name: string): string => `test/attacks/${name}.test.ts`
export const fault = (name: string): string => `test/faults/${name}.test.ts`
