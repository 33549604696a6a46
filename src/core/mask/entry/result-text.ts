import { isFields } from '../../wire/content.ts'
import type { ResultEntry } from '../../wire/conversation.ts'

/** How the formats name a part of text. */
const textTypes: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])

/** The words of a result that holds nothing but text; `undefined` for any other, which nothing can stand for. */
export function resultText({ content }: Pick<ResultEntry, 'content'>): string | undefined {
  if (typeof content === 'string') return content
  if (content.length === 0) return undefined
  const texts: string[] = []
  for (const part of content) {
    const text = isFields(part) && textTypes.has(part.type) ? part.text : undefined
    if (typeof text !== 'string') return undefined
    texts.push(text)
  }
  return texts.join('\n')
}
