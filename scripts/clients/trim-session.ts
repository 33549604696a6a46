const longestText = 1500
const longestRow = 8000

/** What a program says of itself to its model: its makers' words, which are theirs. */
const ownWords = new Set(['base_instructions', 'system_prompt', 'world_state', 'toolUseResult'])
const ownTypes = new Set([
  'attachment',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'world_state',
])

/** A session file short enough to keep: no path of this machine, none of the agent's own prompts. */
export function trimSession(text: string, home: string): string {
  const plain = text
    .replaceAll(home, '/srv/user')
    .replaceAll(home.replaceAll('/', '-'), '-srv-user')
  const whole = parse(plain)
  if (whole !== undefined) return `${JSON.stringify(trim(whole), null, 1)}\n`
  const rows = plain
    .split('\n')
    .map(parse)
    .filter((row) => row !== undefined && !ownTypes.has(typeOf(row)))
    .map((row) => JSON.stringify(trim(row)))
    .filter((row) => row.length < longestRow)
  return `${rows.join('\n')}\n`
}

function trim(value: unknown): unknown {
  if (typeof value === 'string') return trimText(value)
  if (Array.isArray(value)) return value.map(trim)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Readonly<Record<string, unknown>>
  if (fields.role === 'developer' || fields.role === 'system')
    return { ...fields, content: '(left out)' }
  if (fields.type === 'system.message') return { ...fields, data: { content: '(left out)' } }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      ownWords.has(name) ? envOf(field) : trim(field),
    ]),
  )
}

/** The folder it works in stands in the middle of Cline's prompt, and nowhere else. */
function envOf(prompt: unknown): string {
  const folder = typeof prompt === 'string' && /Working Directory: .*/.exec(prompt)?.[0]
  return folder || '(left out)'
}

function trimText(text: string): string {
  if (text.startsWith('<session_context>')) {
    const folder = /- \*\*Workspace Directories:\*\*\n.*/.exec(text)?.[0] ?? ''
    return `<session_context>\n${folder}\n</session_context>`
  }
  if (text.startsWith('<environment_context>'))
    return `<environment_context>\n${/<cwd>.*/.exec(text)?.[0] ?? ''}\n</environment_context>`
  return text.length > longestText ? `${text.slice(0, 80)} (left out)` : text
}

function typeOf(row: unknown): string {
  return String((row as { readonly type?: unknown }).type ?? '')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
