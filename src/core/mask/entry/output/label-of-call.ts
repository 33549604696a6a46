import { fileAccesses } from '../../facts/file-access.ts'
import { commandOf } from './output-kind.ts'

const longest = 60
const accessOf = fileAccesses()

/** What a call did, in a few words of one line: the tool, and the file or command it named. */
export function labelOfCall(tool: string, input: unknown): string {
  const what = accessOf(tool, input)?.path ?? commandOf(input)
  if (what === undefined) return tool
  const oneLine = what.replaceAll(/[\s⟦⟧]+/g, ' ').trim()
  return `${tool} ${oneLine.length > longest ? `${oneLine.slice(0, longest - 1)}…` : oneLine}`
}
