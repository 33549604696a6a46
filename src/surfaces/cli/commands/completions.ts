import { phrase } from '../../../phrase.ts'
import type { Command } from '../command.ts'
import { completionScript, shells } from '../completion.ts'
import { UsageError } from '../usage-error.ts'

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
