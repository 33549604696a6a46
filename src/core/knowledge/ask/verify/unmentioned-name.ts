import type { KeyedChunk } from '../../../../ports/store/document-rows.ts'
import { foldText } from '../../../text/fold.ts'
import { contentTerms, stemmerOf } from '../../search/index-terms.ts'
import type { Question } from '../../search/question.ts'

/** A name with a number in it: `GPT-5`, `H2`, `COVID-19`. */
const numbered = /(?<![\p{L}\p{N}_/.-])\p{L}+(?:-?\d+)+(?![\p{L}\p{N}_/]|[.-][\p{L}\p{N}])/gu
/** Characters on either side of a name in which the rest of the question may be said of it. */
const nearby = 200

/**
 * The first name with a number that the question says, and of which no passage says another word of
 * it. Such a name means one thing: what stands there about `GPT-5-mini` is no answer about `GPT-5`.
 */
export function unmentionedName(
  { text: asked, content }: Pick<Question, 'text' | 'content'>,
  chunks: readonly KeyedChunk[],
): string | undefined {
  const names = asked.match(numbered) ?? []
  const rest = new Set(content.filter((term) => !partsOf(names.join(' ')).includes(term)))
  return names.find((name) => !chunks.some((chunk) => speaksOf(chunk, name, rest)))
}

function speaksOf(
  { document, headingPath, text }: KeyedChunk,
  name: string,
  rest: ReadonlySet<string>,
): boolean {
  const headings = foldText([document.title, ...headingPath].join('\n'))
  const whole = `${headings}\n${foldText(text)}`
  return [...whole.matchAll(mentionOf(name))].some(({ index }) => {
    // What a heading names, the whole passage is about.
    const isHeading = index < headings.length
    const around = isHeading ? whole : whole.slice(Math.max(0, index - nearby), index + nearby)
    const said = contentTerms(around, stemmerOf(document.language))
    return rest.size === 0 || said.some((term) => rest.has(term))
  })
}

/** `GPT 5` and `gpt5` are `GPT-5` too. */
function mentionOf(name: string): RegExp {
  const parts = partsOf(name).join('[- _.]?')
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts}(?![\\p{L}\\p{N}]|[.-][\\p{L}\\p{N}])`, 'gu')
}

function partsOf(name: string): readonly string[] {
  return foldText(name).match(/\p{L}+|\d+/gu) ?? []
}
