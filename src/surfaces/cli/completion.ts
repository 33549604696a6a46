import { phrase } from '../../phrase.ts'
import type { Command } from './command.ts'
import { globalOptions } from './parse.ts'
import { UsageError } from './usage-error.ts'

const shells = ['bash', 'zsh', 'fish'] as const

type Shell = (typeof shells)[number]

/** A script for the shell that completes commands, their options, and the values of both. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands)
}

/** Words that may follow each beginning of a command line, `''` being `tamis` itself. */
function nextWords(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, Set<string>>()
  const add = (before: string, word: string): void => {
    next.set(before, (next.get(before) ?? new Set()).add(word))
  }
  for (const { name, options, operandChoices = [] } of commands) {
    const words = name.split(' ')
    words.forEach((word, at) => {
      add(words.slice(0, at).join(' '), word)
    })
    for (const word of [...operandChoices, ...flagsOf(options)]) add(name, word)
  }
  return new Map([...next].map(([before, words]) => [before, [...words]]))
}

function flagsOf(options: Command['options']): readonly string[] {
  return Object.keys({ ...options, ...globalOptions }).map((name) => `--${name}`)
}

/** What each option of a command takes; nothing where that may be anything. */
function optionValues(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    commands.flatMap(({ name, options }) =>
      Object.entries({ ...options, ...globalOptions }).flatMap(
        ([option, { type, choices = [] }]): [string, readonly string[]][] =>
          type === 'string' ? [[`${name} --${option}`, choices]] : [],
      ),
    ),
  )
}

/** Functions that bash, also an old one, and zsh both read; `_tamis_offer` prints a word a line. */
function offering(commands: readonly Command[]): string {
  const values = optionValues(commands)
  const free = [...values].filter(([, choices]) => choices.length === 0).map(([key]) => `'${key}'`)
  const listed = [...values].filter(([, choices]) => choices.length > 0)
  return `_tamis_next() {
  case "$1" in
${cases(nextWords(commands))}
  esac
}
_tamis_values() {
  case "$1" in
${cases(listed)}
    ${free.join('|')}) echo / ;;
  esac
}
# The word being typed, then those before it. Nothing is printed where a file may be meant.
_tamis_offer() {
  local current="$1" before='' previous='' words='' values='' word='' wanted='words'
  shift
  for word in "$@"; do
    case "$word" in -*) break ;; esac
    before="\${before:+$before }$word"
  done
  for previous in "$@"; do :; done
  words="$(_tamis_next "$before")"
  while [ -z "$words" ] && [ -n "$before" ]; do
    wanted='options'
    case "$before" in *' '*) before="\${before% *}" ;; *) before='' ;; esac
    words="$(_tamis_next "$before")"
  done
  values="$(_tamis_values "$before $previous")"
  case "$values" in
    /) return ;;
    ?*) printf '%s\\n' "$values"; return ;;
  esac
  case "$current" in -*) wanted='options' ;; esac
  case "$words" in -*) wanted='options' ;; esac
  printf '%s\\n' "$words" | while IFS= read -r word; do
    case "$wanted$word" in options-*|words[!-]*) printf '%s\\n' "$word" ;; esac
  done
}`
}

function cases(table: Iterable<readonly [string, readonly string[]]>): string {
  return [...table]
    .map(([key, words]) => `    '${key}') printf '%s\\n' ${words.join(' ')} ;;`)
    .join('\n')
}

function bash(commands: readonly Command[]): string {
  return `# tamis completions for bash: source <(tamis completions bash)
${offering(commands)}
_tamis() {
  local current="\${COMP_WORDS[COMP_CWORD]}" word='' before=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    # bash cuts --option=value into three.
    [[ $word == = ]] || before+=("$word")
  done
  [[ $current == = ]] && current=''
  COMPREPLY=()
  while IFS= read -r word; do
    [[ -n $word && $word == "$current"* ]] && COMPREPLY+=("$word")
  done < <(_tamis_offer "$current" "\${before[@]}")
  if [[ \${#COMPREPLY[@]} -eq 0 && $current != -* ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _tamis tamis
`
}

function zsh(commands: readonly Command[]): string {
  return `#compdef tamis
# tamis completions for zsh: source <(tamis completions zsh)
${offering(commands)}
_tamis() {
  local current="\${words[CURRENT]}" offered=''
  local -a before
  before=("\${(@)words[2,CURRENT-1]}")
  if [[ $current == --*=* ]]; then
    before+=("\${current%%=*}")
    current="\${current#*=}"
    compset -P '*='
  fi
  offered="$(_tamis_offer "$current" "\${before[@]}")"
  [[ -n $offered ]] && compadd -- "\${(@f)offered}" && return
  _files
}
(( $+functions[compdef] )) || { autoload -U compinit && compinit; }
compdef _tamis tamis
`
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options, operandChoices = [] }) => {
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
        ([option, { description, type, choices = [] }]) =>
          `complete -c tamis -n '${isHere}' -l ${option}${type === 'string' ? takes(choices) : ''} -d ${quote(description)}`,
      ),
      ...(operandChoices.length > 0
        ? [
            `complete -c tamis -f -n '${isHere}; and not __fish_seen_subcommand_from ${operandChoices.join(' ')}' -a ${quote(operandChoices.join(' '))}`,
          ]
        : []),
    ]
  })
  return `# tamis completions for fish: tamis completions fish | source\n${lines.join('\n')}\n`
}

/** A value of these, or any. */
function takes(choices: readonly string[]): string {
  return choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : ' -r'
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** `tamis completions`: what a shell needs to complete our commands; `list` says which there are. */
export function completions(list: () => readonly Command[]): Command {
  return {
    name: 'completions',
    summary: 'Print a script that completes commands and options in your shell',
    operands: shells.join('|'),
    operandChoices: shells,
    options: {},
    examples: ['source <(tamis completions bash)', 'tamis completions fish | source'],
    async run({ output }, args) {
      const [asked = ''] = args.operands
      const shell = shells.find((name) => name === asked)
      if (!shell) throw new UsageError('Which shell?', phrase`One of: ${shells.join(', ')}`)
      output.raw(completionScript(shell, list()))
      return 0
    },
  }
}
