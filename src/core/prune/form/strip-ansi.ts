/** CSI (colours, cursor), OSC (titles, links) and two-character escapes. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with one
  /\u001b(?:\[[0-9;:?<=>]*[ -/]*[@-~]|\][^\u0007\u001b\r\n]*(?:\u0007|\u001b\\)?|[ -/]*[0-Z\\^-~])/g

/** The text without terminal colours and cursor moves; everything else stays. */
export function stripAnsi(text: string): string {
  return text.includes('\u001b') ? text.replace(escapes, '') : text
}
