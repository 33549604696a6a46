import type { Command } from './command.ts'
import { globalOptions } from './parse.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

/** A script for the shell that completes commands and their options. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands)
}

/** Words that may follow each beginning of a command line, `''` being `tamis` itself. */
function nextWords(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, Set<string>>()
  const add = (before: string, word: string): void => {
    next.set(before, (next.get(before) ?? new Set()).add(word))
  }
  for (const { name, options } of commands) {
    const words = name.split(' ')
    words.forEach((word, at) => {
      add(words.slice(0, at).join(' '), word)
    })
    for (const flag of flagsOf(options)) add(name, flag)
  }
  return new Map([...next].map(([before, words]) => [before, [...words]]))
}

function flagsOf(options: Command['options']): readonly string[] {
  return Object.keys({ ...options, ...globalOptions }).map((name) => `--${name}`)
}

function bash(commands: readonly Command[]): string {
  const cases = [...nextWords(commands)].map(
    ([before, words]) => `    '${before}') words='${words.join(' ')}' ;;`,
  )
  return `# tamis completions for bash: source <(tamis completions bash)
_tamis() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    before="\${before:+$before }$word"
  done
  while :; do
    case "$before" in
${cases.map((line) => `  ${line}`).join('\n')}
    esac
    [[ -n $words || -z $before ]] && break
    [[ $before == *' '* ]] && before="\${before% *}" || before=''
  done
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  [[ \${#COMPREPLY[@]} -eq 0 && $current != -* ]] && mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
complete -o filenames -F _tamis tamis
`
}

function zsh(commands: readonly Command[]): string {
  return `#compdef tamis
# tamis completions for zsh: source <(tamis completions zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => {
    const words = name.split(' ')
    const last = words.at(-1) ?? name
    const before = words.slice(0, -1)
    const isNext =
      before.length === 0
        ? '__fish_use_subcommand'
        : `__fish_seen_subcommand_from ${before.join(' ')}`
    const isHere = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    return [
      `complete -c tamis -n '${isNext}' -a ${last} -d ${quote(summary)}`,
      ...Object.entries(options).map(
        ([option, { description, type }]) =>
          `complete -c tamis -n '${isHere}' -l ${option}${type === 'string' ? ' -r' : ''} -d ${quote(description)}`,
      ),
    ]
  })
  return `# tamis completions for fish: tamis completions fish | source\n${lines.join('\n')}\n`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
