import { type Lines, lineAt } from '../../text/lines.ts'
import type { NamesIn } from '../scored-lines.ts'

const declared =
  /\b(?:class|interface|trait|struct|enum|type|impl|protocol|record|module|namespace|def|fn|func|fun|function\*?|sub)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u
const assignedTo =
  /([\p{L}_$][\p{L}\p{N}_$.]*)\s*=\s*(?:async\b|function\b|class\b|\(|[\w$]+\s*=>)/u

/** More are not shown. */
const mostNames = 8

/** What a block of code defines, in order. */
export function namesInCode(lines: Lines, structure: Uint8Array): NamesIn {
  return (first, last) => {
    const names: string[] = []
    for (let line = first; line <= last && names.length < mostNames; line++) {
      if (structure[line] === 0) continue
      const text = lineAt(lines, line).slice(0, 400)
      const name = (declared.exec(text) ?? assignedTo.exec(text))?.[1]
      if (name !== undefined) names.push(name)
    }
    return names
  }
}
