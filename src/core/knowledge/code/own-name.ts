import type { KeyedChunk } from '../../../ports/store/document-rows.ts'

const commentLine = /^\s*(?:\/\/|\/\*|\*|#|@|--|$)/

/** The name a piece of code goes by, and whether somebody wrote what it does beside it. */
interface OwnName {
  readonly name: string
  readonly isDescribed: boolean
}

/** `undefined` for what is no code, or defines nothing. */
export function ownNameOf({
  document,
  headingPath,
  text,
}: Pick<KeyedChunk, 'document' | 'headingPath' | 'text'>): OwnName | undefined {
  const name = headingPath.at(-1)
  if (document.kind !== 'code' || name === undefined) return undefined
  return { name, isDescribed: isDescribed(text) }
}

/** A comment above the definition, or a docstring right below its first line. */
function isDescribed(text: string): boolean {
  const lines = text.slice(0, 4000).split('\n')
  const first = lines.findIndex((line) => !commentLine.test(line))
  const above = lines
    .slice(0, Math.max(0, first))
    .some((line) => /^\s*[^\s@].*\p{L}{2}/u.test(line))
  return (
    above || lines.slice(first, first + 12).some((line) => /^\s*[rub]{0,2}(?:"""|''')/.test(line))
  )
}
