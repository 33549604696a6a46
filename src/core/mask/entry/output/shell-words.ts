/** One program of a command line with its arguments, without what only prepares it. */
export interface Program {
  readonly name: string
  readonly args: readonly string[]
}

/** The longest command that is looked into; what follows is somebody's script. */
const longest = 2000

/**
 * The programs a command runs one after another; of a pipeline the first, which is where its text
 * comes from. A here-document or a subshell ends the reading.
 */
export function programsOf(command: string): readonly Program[] {
  const words = split(command.slice(0, longest))
  const programs: Program[] = []
  let current: string[] = []
  let isPiped = false
  const close = (): void => {
    const program = toProgram(current)
    if (program && !isPiped) programs.push(program)
    current = []
  }
  for (const word of words) {
    if (!separators.has(word)) current.push(word)
    else {
      close()
      isPiped = word === '|' || word === '|&'
    }
  }
  close()
  return programs
}

const separators = new Set(['&&', '||', ';', '|', '|&', '\n', '&'])
const token =
  /\d*>{1,2}&\d|\n|&&|\|\||\|&|[|;&]|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s|;&"'\\])+|["']/g

function split(command: string): readonly string[] {
  const words: string[] = []
  for (const [word] of command.matchAll(token)) {
    if (word.startsWith('<<')) return words
    if (!/^\d*[<>]/.test(word)) words.push(word.replaceAll(/^["']|["']$/g, ''))
  }
  return words
}

/** They run what follows them. */
const wrappers = new Set(['sudo', 'time', 'nice', 'env', 'command', 'exec', 'stdbuf', 'xvfb-run'])

function toProgram(words: readonly string[]): Program | undefined {
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ''
    if (/^[A-Za-z_]\w*=/.test(word) || wrappers.has(word)) at++
    else if (word === 'timeout' || word === 'npx' || word === 'bunx') at += skipOptions(words, at)
    else break
  }
  const name = words[at]?.split('/').at(-1)
  return name ? { name, args: words.slice(at + 1) } : undefined
}

/** `timeout -k 5 60 npm test` runs `npm`. */
function skipOptions(words: readonly string[], at: number): number {
  let next = at + 1
  while (/^-|^\d+[smh]?$/.test(words[next] ?? '')) next++
  return next - at
}
