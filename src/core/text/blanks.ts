/** Whether a UTF-16 code unit is white space, as `\s` has it. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 9 && code <= 13)
  return /\s/.test(String.fromCharCode(code))
}

/** Where the first character from `start` that is no white space stands, or `end`. */
export function firstFilled(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isSpace(text.charCodeAt(at))) at += 1
  return at
}
