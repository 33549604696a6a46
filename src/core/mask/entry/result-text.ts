import { isFields } from '../../wire/content.ts'
import type { ResultEntry } from '../../wire/conversation.ts'

/** What a part of text may hold besides its words. */
const plainFields: ReadonlySet<string> = new Set(['type', 'text', 'cache_control'])

/** The words of a result that holds nothing but text; `undefined` for any other, which nothing can stand for. */
export function resultText({ content }: Pick<ResultEntry, 'content'>): string | undefined {
  if (typeof content === 'string') return content
  if (content.length === 0) return undefined
  const texts: string[] = []
  for (const part of content) {
    if (!isFields(part) || typeof part.text !== 'string') return undefined
    for (const name of Object.keys(part)) if (!plainFields.has(name)) return undefined
    texts.push(part.text)
  }
  return texts.join('\n')
}
