/** An English message in the reader's language; what has no translation stays as it is. */
export type Say = (english: string) => string

export const english: Say = (message) => message

/** The first message for one, the second for any other number, which takes the place of `{}`. */
export function counted(number: number, one: string, many: string, say: Say = english): string {
  return say((number === 1 ? one : many).replace('{}', String(number)))
}
