import { commands } from '../src/surfaces/cli/commands.ts'

/** Where the list that `tamis --help` prints is kept. */
export const commandListFile = 'src/surfaces/cli/commands.generated.json'

/** Every command and its summary, in the order the help lists them. */
export function commandList(): string {
  const list = commands.map(({ name, summary }) => ({ name, summary }))
  return `${JSON.stringify(list, null, 2)}\n`
}
