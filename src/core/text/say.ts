/** An English message in the reader's language; what has no translation stays as it is. */
export interface Say {
  (english: string): string
  /** Which numbers the language counts as one; 1 alone where nothing is said. */
  readonly isOne?: (number: number) => boolean
}

/** Also marks a message that is said elsewhere, so that its translation is not missed. */
export const english: Say = (message) => message

/** The first message for one, the second for any other number, which takes the place of `{}`. */
export function counted(number: number, one: string, many: string, say: Say = english): string {
  const isOne = say.isOne ? say.isOne(number) : number === 1
  return say((isOne ? one : many).replace('{}', String(number)))
}
