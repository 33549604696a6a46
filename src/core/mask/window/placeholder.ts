import { contentText } from '../../wire/content.ts'
import type { ResultEntry } from '../../wire/conversation.ts'

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
interface PlaceholderFacts {
  readonly tool_call_id: string
  readonly tool: string
  readonly chars: number
  readonly id: string
}

export type RenderPlaceholder = (facts: PlaceholderFacts, content: ResultEntry['content']) => string

/** The sentence, then the exit code and the preview the policy asks for, each on lines of its own. */
export function placeholderRenderer(policy: PlaceholderPolicy): RenderPlaceholder {
  const { preview_head_chars: head, preview_tail_chars: tail, show_exit_code } = policy
  const fill = templateFiller(policy.placeholder_template)
  if (!show_exit_code && head === 0 && tail === 0) return fill
  return (facts, content) => {
    const text = contentText(content)
    const code = show_exit_code ? exitCode(text) : undefined
    return [fill(facts), code === undefined ? '' : `exit_code=${code}`, cutMiddle(text, head, tail)]
      .filter((line) => line !== '')
      .join('\n')
  }
}

/** Blanks are filled once, from left to right: a tool named `{id}` stays a name. */
function templateFiller(template: string): (facts: PlaceholderFacts) => string {
  const parts = template.split(/\{(tool_call_id|tool|chars|id)\}/)
  return (facts) =>
    parts.map((part, index) => (index % 2 === 0 ? part : blank(part, facts))).join('')
}

function blank(name: string, facts: PlaceholderFacts): string {
  if (name === 'id') return facts.id
  if (name === 'tool') return facts.tool
  return name === 'chars' ? String(facts.chars) : facts.tool_call_id
}

/** Whether a text is already a placeholder, which is never masked again. */
export function isPlaceholder(text: string): boolean {
  if (text.length >= 25_000 || !text.includes('msk_')) return false
  return /\bid=msk_\d{18}\b/.test(text.slice(0, 2500))
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

const told =
  /(?:\b(?:exit(?:ed)?|return(?:ed)?)[ _-]?(?:with )?(?:code|status)?|"(?:exit_?code|exitCode|returncode|code)")\s*[:=]?\s*(-?\d{1,5})\b/gi

/** The exit code a command's output tells of, wherever it stands; the last one when several do. */
function exitCode(text: string): number | undefined {
  const last = [...text.matchAll(told)].at(-1)
  return last?.[1] === undefined ? undefined : Number(last[1])
}
