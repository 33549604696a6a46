/** One text of the wild set: how the real program that prints it is run. */
export interface Scenario {
  readonly id: string
  /** What the reader must know where the program is real and what it talks to is not. */
  readonly standIn?: string
  capture(box: Box): string | Promise<string>
}

/** A fresh folder and a shell in it. */
export interface Box {
  readonly folder: string
  write(files: Readonly<Record<string, string>>): void
  /** Both streams of a script in the order they came; how it ends does not matter. */
  shell(script: string): Promise<string>
}

/** `line(1)` … `line(count)`, one below the other. */
export function lines(count: number, line: (number: number) => string): string {
  return times(count, line).join('\n')
}

/** `make(1)` … `make(count)`. */
export function times<Value>(count: number, make: (number: number) => Value): readonly Value[] {
  return Array.from({ length: count }, (_, index) => make(index + 1))
}
