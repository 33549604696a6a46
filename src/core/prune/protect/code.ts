import { type Lines, lineAt } from '../../text/lines.ts'

/** Imports, and what opens a class, function or type, in the languages people write. */
const structural =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|abstract|final|async|pub(?:\([^)]*\))?|unsafe|extern|override|open|sealed|partial|virtual|inline|data)\s+)*(?:import|from|use|using|require|include|package|module|namespace|mod|class|interface|trait|struct|enum|type|impl|protocol|extension|record|object|def|fn|func|fun|function|sub|proc|constructor)\b|^\s*#\s*include\b|^(?:const|let|var)\s+[\w{},\s]+=\s*(?:await\s+)?(?:require\b|import\b|(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>|(?:async\s+)?function\b|class\b)/

const headerLines = 40

/** Lines that hold a program together, and the comment a file opens with. */
export function structureOfCode(lines: Lines): Uint8Array {
  const flags = new Uint8Array(lines.count)
  let isHeader = true
  for (let index = 0; index < lines.count; index++) {
    const line = lineAt(lines, index).slice(0, 400)
    isHeader =
      isHeader && index < headerLines && /^\s*(?:$|#|\/\/|\/\*|\*|--|;|<!--|"""|''')/.test(line)
    if ((isHeader && line.trim() !== '') || structural.test(line)) flags[index] = 1
  }
  return flags
}
