const prose = /\.(?:md|mdx|markdown|txt|rst|adoc|org|html?|pdf|docx?|odt|rtf|epub)$/i

/** Whether people read a document as running text; anything else keeps its columns. */
export function isProse(path: string): boolean {
  return prose.test(path) || !/\.[a-z0-9]+$/i.test(path)
}

/** A passage as it is read: the headings of prose without their marks, code as it is. */
export function readable(path: string, text: string): string {
  return isProse(path) ? text.replaceAll(/^#{1,6} +/gm, '') : text
}
