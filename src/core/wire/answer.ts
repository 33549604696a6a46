import { type Fields, isFields, textOf } from './content.ts'
import { callWords, type ReadPart } from './words.ts'

/** The objects of an answer: the one it is, those in its list, or those of its events or lines. */
export function answerObjects(text: string): readonly Fields[] {
  const whole = parse(text)
  if (whole !== undefined) return (Array.isArray(whole) ? whole : [whole]).filter(isFields)
  return text
    .split('\n')
    .map((line) => parse(line.replace(/^data:/, '')))
    .filter(isFields)
}

function parse(json: string): unknown {
  const start = json.trimStart()[0]
  if (start !== '{' && start !== '[') return undefined
  try {
    return JSON.parse(json)
  } catch (error) {
    // The beginning or the end of an event may not have been kept.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Puts a streamed answer together: pieces with the same key belong to one part, in the order they began. */
interface AnswerParts {
  text(key: string, piece: unknown): void
  call(key: string, piece: { name?: unknown; id?: unknown; input?: unknown }): void
  other(key: string, name: string): void
  parts(): readonly ReadPart[]
}

interface Open {
  readonly kind: 'text' | 'call' | 'other'
  readonly pieces: string[]
  name: string
  id: string
}

export function answerParts(): AnswerParts {
  const open = new Map<string, Open>()

  function at(key: string, kind: Open['kind']): Open {
    const known = open.get(key)
    if (known) return known
    const begun: Open = { kind, pieces: [], name: '', id: '' }
    open.set(key, begun)
    return begun
  }

  return {
    text(key, piece) {
      if (typeof piece === 'string' && piece !== '') at(key, 'text').pieces.push(piece)
    },
    call(key, { name, id, input }) {
      const part = at(key, 'call')
      part.name ||= textOf(name)
      part.id ||= textOf(id)
      if (typeof input === 'string') part.pieces.push(input)
      else if (isFields(input) && Object.keys(input).length > 0)
        part.pieces.push(JSON.stringify(input))
    },
    other(key, name) {
      at(key, 'other').name ||= name
    },
    parts: () => [...open.values()].map(toPart),
  }
}

function toPart({ kind, pieces, name, id }: Open): ReadPart {
  const text = pieces.join('')
  if (kind === 'text') return { kind, text }
  if (kind === 'other') return { kind, text: name }
  return callWords(name, id, parse(text) ?? text)
}
