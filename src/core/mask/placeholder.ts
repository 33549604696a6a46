import type { ResultEntry } from './conversation.ts'
import { exitCode } from './exit-code.ts'
import { contentText } from './formats/content.ts'

/** What a masked result says by default. The French sentence is the contract's. */
export const defaultPlaceholder = {
  fr: '[Observation masquée: résultat d’outil ancien (tool_call_id={tool_call_id}, tool={tool}, chars={chars}, id={id})]',
  en: '[Masked observation: old tool result (tool_call_id={tool_call_id}, tool={tool}, chars={chars}, id={id})]',
} as const

/** The fields of a policy that decide how a placeholder reads. */
export interface PlaceholderPolicy {
  readonly placeholder_template: string
  readonly preview_head_chars: number
  readonly preview_tail_chars: number
  readonly show_exit_code: boolean
}

/** What the blanks of a template are filled with. */
export interface PlaceholderFacts {
  readonly tool_call_id: string
  readonly tool: string
  readonly chars: number
  readonly id: string
}

/** The sentence, then the exit code and the preview the policy asks for, each on lines of its own. */
export function renderPlaceholder(
  policy: PlaceholderPolicy,
  facts: PlaceholderFacts,
  result: Pick<ResultEntry, 'content'>,
): string {
  const sentence = fillTemplate(policy.placeholder_template, facts)
  const wantsText =
    policy.show_exit_code || policy.preview_head_chars > 0 || policy.preview_tail_chars > 0
  if (!wantsText) return sentence
  const text = contentText(result.content)
  const code = policy.show_exit_code ? exitCode(text) : undefined
  const preview = cutMiddle(text, policy.preview_head_chars, policy.preview_tail_chars)
  return [sentence, code === undefined ? '' : `exit_code=${code}`, preview]
    .filter((line) => line !== '')
    .join('\n')
}

/** Blanks are filled once, from left to right: a tool named `{id}` stays a name. */
export function fillTemplate(template: string, facts: PlaceholderFacts): string {
  return template.replace(/\{(?:tool_call_id|tool|chars|id)\}/g, (blank) => {
    if (blank === '{id}') return facts.id
    if (blank === '{tool}') return facts.tool
    return blank === '{chars}' ? String(facts.chars) : facts.tool_call_id
  })
}

/** Whether a text is already a placeholder, which is never masked again. */
export function isPlaceholder(text: string): boolean {
  return text.length < 25_000 && /\bid=msk_[a-z2-7]{16}\b/.test(text.slice(0, 2500))
}

function cutMiddle(text: string, head: number, tail: number): string {
  if (head + tail === 0) return ''
  if (text.length <= head + tail) return text
  const end = tail === 0 ? '' : text.slice(-tail)
  return [text.slice(0, head), '…', end]
    .filter((part) => part !== '')
    .join('\n')
    .toWellFormed()
}
