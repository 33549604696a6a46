import { isFields } from '../../wire/content.ts'

/** What a call does to a file, as far as its name and arguments tell. */
export interface FileAccess {
  readonly kind: 'read' | 'edit'
  readonly path: string
  /** A read with no offset, limit or range. */
  readonly isWhole: boolean
}

const editing =
  /(?:^|[_\-.])(?:edit|write|create|patch|replace|insert|append)|(?:Edit|Write|Patch)$/
const reading = /(?:^|[_\-.])(?:read|cat|view|open|get_file)|Read(?:File)?$/
const pathKeys = 'path|file_path|filePath|filepath|file|filename|absolute_path|target_file'
const pathInText = new RegExp(`"(?:${pathKeys})"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`)
const partKeys =
  'offset|limit|start|end|start_line|end_line|startLine|endLine|line_start|line_end|range|view_range|lines'
const partInText = new RegExp(`"(?:${partKeys})"\\s*:\\s*(?!null)`)

/** What calls do to files; the name of a tool is looked at once. */
export function fileAccesses(): (tool: string, input: unknown) => FileAccess | undefined {
  const kinds = new Map<string, FileAccess['kind'] | undefined>()
  return (tool, input) => {
    if (!kinds.has(tool)) kinds.set(tool, accessKind(tool))
    const kind = kinds.get(tool)
    return kind && accessOf(kind, input)
  }
}

/** Reads the arguments as text where they are text: parsing every argument of every turn would cost more. */
function accessOf(kind: FileAccess['kind'], input: unknown): FileAccess | undefined {
  const text = typeof input === 'string' ? input : isFields(input) ? smallJson(input) : ''
  const path = pathInText.exec(text)?.[1]
  if (path === undefined) return undefined
  const isWhole = kind === 'read' && !partInText.test(text)
  return { kind, path: path.replace(/^\.\//, ''), isWhole }
}

function accessKind(tool: string): FileAccess['kind'] | undefined {
  if (editing.test(tool)) return 'edit'
  return reading.test(tool) ? 'read' : undefined
}

/** The short arguments only: the text of an edit says nothing about where it goes. */
function smallJson(input: Readonly<Record<string, unknown>>): string {
  const short = Object.entries(input).filter(
    ([, value]) => typeof value !== 'string' || value.length < 1000,
  )
  return JSON.stringify(Object.fromEntries(short))
}
