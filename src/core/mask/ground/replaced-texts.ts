import { isFields } from '../../wire/content.ts'

/** How agents name the text that an edit replaces. */
export const replacedKeys: ReadonlySet<string> = new Set([
  'oldText',
  'old_text',
  'old_string',
  'oldString',
  'old_str',
  'search',
])
/** Several edits in one call. */
const listKeys = ['edits', 'replacements', 'changes', 'operations'] as const
/** Where a patch or a block of searches and replacements stands. */
const patchKeys = ['patch', 'diff', 'input', 'command', 'cmd', 'content'] as const

/** The texts that a call replaces in files, as its arguments have them; none for a call that replaces none. */
export function replacedTexts(input: unknown): readonly string[] {
  const fields = typeof input === 'string' ? parse(input) : input
  if (typeof fields === 'string') return replacedInPatch(fields)
  if (!isFields(fields)) return []
  const own = replacedByFields(fields)
  if (own.length > 0) return own
  const lists = listKeys.map((key) => fields[key]).filter((list) => Array.isArray(list))
  const listed = lists.flat().flatMap((one) => (isFields(one) ? replacedByFields(one) : []))
  if (listed.length > 0) return listed
  return patchKeys.flatMap((key) => replacedInPatch(commandText(fields[key])))
}

function replacedByFields(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(fields).flatMap(([key, value]) =>
    replacedKeys.has(key) && typeof value === 'string' && value.trim() !== '' ? [value] : [],
  )
}

/** Codex runs `["apply_patch", "*** Begin Patch…"]`. */
function commandText(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string').join('\n') : ''
}

function replacedInPatch(text: string): readonly string[] {
  if (/^(?:<{5,9}|-{5,9}) ?SEARCH/m.test(text)) return searchBlocks(text)
  return /^@@|^\*\*\* Update File:/m.test(text) ? hunks(text) : []
}

/** Between `<<<<<<< SEARCH` and `=======`. */
function searchBlocks(text: string): readonly string[] {
  const found: string[] = []
  let block: string[] | undefined
  for (const line of text.split('\n'))
    if (/^(?:<{5,9}|-{5,9}) ?SEARCH/.test(line)) block = []
    else if (block && /^={5,9}\s*$/.test(line)) {
      found.push(block.join('\n'))
      block = undefined
    } else block?.push(line)
  return found.filter((one) => one.trim() !== '')
}

/** The lines of each hunk that stood there before; those of a file that is added stood nowhere. */
function hunks(text: string): readonly string[] {
  const found: string[][] = []
  let hunk: string[] | undefined
  for (const line of text.split('\n'))
    if (/^@@|^\*\*\* Update File:/.test(line)) {
      hunk = []
      found.push(hunk)
    } else if (/^\*\*\* |^--- |^\+\+\+ |^diff |^index /.test(line)) hunk = undefined
    else if (/^[ -]/.test(line)) hunk?.push(line.slice(1))
  return found.map((lines) => lines.join('\n')).filter((one) => one.trim() !== '')
}

/** Arguments that are no JSON are free text: a patch, or nothing that replaces. */
function parse(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
