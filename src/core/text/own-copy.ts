/**
 * The same text in memory of its own. A part cut from a text holds on to all of it, so what is kept
 * for long and was cut from something longer is copied first.
 */
export function ownCopy(part: string): string {
  // Joining makes new text; cutting it again then holds on to no more than that.
  return ` ${part}`.slice(1)
}
