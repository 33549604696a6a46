import { type Lines, lineAt } from '../../text/lines.ts'

const modifiers =
  'export|default|public|private|protected|internal|static|abstract|final|async|unsafe|extern|override|open|sealed|partial|virtual|inline|data|declare|pub(?:\\([^)]*\\))?'
const openers =
  'import|from|use|using|require|include|package|module|namespace|mod|class|interface|trait|struct|enum|type|impl|protocol|extension|record|object|def|fn|func|fun|function|sub|proc|constructor'

/** Imports, and what opens a class, function or type, by the words the languages have for it. */
const named = new RegExp(`^\\s*(?:(?:${modifiers})\\s+)*(?:${openers})\\b|^\\s*#\\s*include\\b`)
/** JavaScript's other ways: `const x = require(…)`, `exports.run = async () =>`. */
const assigned =
  /^(?:const|let|var|[\w$]+\.)[\w$.{},\s]{0,80}=\s*(?:await\s+)?(?:require\b|import\b|async\b|function\b|class\b|\([\w$\s,{}]{0,80}\)\s*=>|[\w$]+\s*=>)/
const control = /^\s*(?:[})\]]|(?:if|else|for|while|switch|catch|try|do|with|return|match|when)\b)/

const headerLines = 40
const header = /^\s*(?:$|#|\/\/|\/\*|\*|--|;|<!--|"""|''')/
/** Longer lines are data. */
const longestSignature = 400

/** Lines that hold a program together, and the comment a file opens with. */
export function structureOfCode(lines: Lines): Uint8Array {
  const flags = new Uint8Array(lines.count)
  let isHeader = true
  for (let index = 0; index < lines.count; index++) {
    const line = lineAt(lines, index).slice(0, longestSignature)
    isHeader = isHeader && index < headerLines && header.test(line)
    const isNamed = named.test(line) || assigned.test(line) || isMethod(line)
    if (isNamed || (isHeader && line.trim() !== '')) flags[index] = 1
  }
  return flags
}

/** `run(a, b) {`: a parameter list and an open brace, and no word of control. */
function isMethod(line: string): boolean {
  const end = line.trimEnd()
  if (!end.endsWith('{') || !end.includes('(') || control.test(line)) return false
  return !/[(,=:&|?{[]\s*\{$/.test(end)
}
