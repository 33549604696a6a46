/** Longer comments are cut: what comes first says what a definition is for. */
const longest = 240
const commentLine = /^\s*(?:\/\/+!?|\/\*+|\*+\/?|#+!?|--|;;+|"""|''')\s?(.*?)(?:\*\/|"""|''')?\s*$/
const tag = /^\s*(?:@\w|:param|Parameters?:|Args:|Returns?:)/

/** What the comment above a definition says of it, up to its first empty line or tag. */
export function leadComment(text: string): string {
  const said: string[] = []
  let isRunning = false
  for (const line of text.slice(0, 4000).split('\n')) {
    const match = commentLine.exec(line)
    if (!match) {
      if (line.trim() === '') continue
      break
    }
    const words = match[1]?.trim() ?? ''
    if (tag.test(words) || (words === '' && isRunning)) break
    if (words === '') continue
    isRunning = true
    said.push(words)
  }
  return said.join(' ').slice(0, longest)
}
