import { fileAccesses } from '../../facts/file-access.ts'
import { commandOf } from './output-kind.ts'

const accessOf = fileAccesses()

/** What a call did, in a few words of one line: the tool, and the file or command it named. */
export function labelOfCall(tool: string, input: unknown, longest = 60): string {
  const path = accessOf(tool, input)?.path
  const what = path ?? commandOf(input)
  if (what === undefined) return tool
  const oneLine = what.replaceAll(/[\s⟦⟧]+/g, ' ').trim()
  if (oneLine.length <= longest) return `${tool} ${oneLine}`
  return path === undefined
    ? `${tool} ${oneLine.slice(0, longest - 1)}…`
    : `${tool} …${endOf(oneLine, longest - 1)}`
}

/** Files are told by the ends of their paths: whole names, where that leaves any. */
function endOf(path: string, chars: number): string {
  const end = path.slice(-chars)
  const slash = end.indexOf('/')
  return slash === -1 ? end : end.slice(slash)
}
