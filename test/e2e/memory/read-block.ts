import { createHash } from 'node:crypto'
import { tagsHash } from '../../../src/core/memory/records/tags-hash.ts'

export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
export const hashOf = (...tags: string[]) => tagsHash((text) => sha256(text), tags)

/** The headings of a block. */
export const sectionsOf = (block: string) => block.match(/^## .*$/gm)

/** How many items stand under a heading. */
export const itemsOf = (block: string, title: string) => {
  const section = block.split(/^## /m).find((part) => part.startsWith(title)) ?? ''
  return section.match(/^- /gm)?.length ?? 0
}
