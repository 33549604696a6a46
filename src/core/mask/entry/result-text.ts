import { isFields } from '../../wire/content.ts'
import type { ResultEntry } from '../../wire/conversation.ts'

/** The words of a result that holds nothing but text; `undefined` for any other, which nothing can stand for. */
export function resultText({ content, textPart }: Pick<ResultEntry, 'content' | 'textPart'>) {
  if (typeof content === 'string') return content
  if (content.length === 0) return undefined
  const texts: string[] = []
  for (const part of content) {
    if (!isFields(part) || part.type !== textPart || typeof part.text !== 'string') return undefined
    texts.push(part.text)
  }
  return texts.join('\n')
}
