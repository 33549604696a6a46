/**
 * Colours, or a character that moves the cursor, rewrites what was shown, or turns the reading
 * direction around. Texts and names come from anywhere; a terminal obeys what it is sent.
 */
const commanding =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\u001b\[[0-9;]*m|\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The text as it may be shown on a terminal: colours stay, whatever else commands becomes visible. */
export function printable(text: string): string {
  return text.replace(commanding, (found) => (found.length > 1 ? found : '\ufffd'))
}
