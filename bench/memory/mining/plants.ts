/** A step of a session: a command that is run, or a line of a file that is changed. */
export type Step =
  | { readonly run: string }
  | { readonly edit: string; readonly before: string; readonly after: string }

/** Something that a session shows: worth a memory, or only looking like it. */
export interface Plant {
  readonly name: string
  /** How a proposal that is right reads; absent where none should come of it. */
  readonly wanted?: RegExp
  readonly files?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

/** One session: what the person says, and what happens in it one after the other. */
export interface PlantedSession {
  readonly prompt: string
  readonly plants: readonly Plant[]
}

export const run = (command: string): Step => ({ run: command })
export const edit = (file: string, before: string, after: string): Step => ({
  edit: file,
  before,
  after,
})
