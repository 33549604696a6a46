/** Reads programs. Loading a grammar takes time, hence the promise; the outline itself is plain data. */
export interface Syntax {
  /** Languages it can read, under the names `languageOfPath` gives. */
  readonly languages: readonly string[]
  /**
   * The named pieces of a program in order of their start, outer before inner; imports are left
   * out. `undefined` for a language it does not know, or a text too large or slow to parse.
   */
  outline(text: string, language: string): Promise<readonly SyntaxBlock[] | undefined>
  /** The lines, 1-based, on which a name is used and not defined; comments and strings use nothing. */
  uses(text: string, language: string, name: string): Promise<readonly number[] | undefined>
}

/** One named piece; lines are 1-based and inclusive, ended by `\n`, `\r\n` or a lone `\r`. */
export interface SyntaxBlock {
  /** `value`: anything else that a module exports by name. */
  readonly kind: 'class' | 'function' | 'module' | 'rule' | 'value'
  readonly name: string
  /** Decorators, `export` and the comment just above belong to the block. */
  readonly start: number
  /** The line that names it. */
  readonly header: number
  readonly end: number
}
