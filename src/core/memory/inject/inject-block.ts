import { check, storyId } from '../records/records.ts'
import { asItem, blockBegin, blockEnd } from './loop-guard.ts'

export type SectionName = 'learnings' | 'veille' | 'clarifications'

/** One entry of a section, ready to be shown. */
export interface BlockItem {
  readonly id: string
  /** Facts in brackets before the text: similarity, score, scope, date. */
  readonly facts: readonly string[]
  readonly text: string
}

export type Section =
  | {
      readonly kind: 'available'
      readonly items: readonly BlockItem[]
      /** How the items were ranked, when it is worth saying. */
      readonly note?: string
      /** Items that were near enough in rank and still not shown. */
      readonly leftOut: number
    }
  | { readonly kind: 'unavailable' }

export type Sections = Readonly<Record<SectionName, Section>>

const titles: Readonly<Record<SectionName, string>> = {
  learnings: 'Learnings',
  veille: 'Veille',
  clarifications: 'Clarifications',
}

/** The three sections of a block, always in this order. */
export const sectionNames: readonly SectionName[] = ['learnings', 'veille', 'clarifications']

/** The Markdown that goes in front of a task: three `##` sections between two marks, always. */
export function renderBlock(story: string, sections: Sections): string {
  const parts = sectionNames.map((name) => renderSection(titles[name], sections[name]))
  const shownStory = check(storyId, story).kind === 'valid' ? ` story=${story}` : ''
  return [`${blockBegin}${shownStory} -->`, ...parts, blockEnd, ''].join('\n')
}

/** One item as its bullet; later lines are indented, so that none can pass for a section. */
export function renderItem({ id, facts, text }: BlockItem): string {
  return `- [${id}] (${facts.join(' · ')}) ${asItem(text)}`
}

function renderSection(title: string, section: Section): string {
  if (section.kind === 'unavailable') return `## ${title}\n\n_source indisponible_\n`
  const note = section.note === undefined ? '' : `_${section.note}_\n\n`
  const items = section.items.map(renderItem).join('\n')
  const rest = section.leftOut === 0 ? '' : ` (${section.leftOut} left out)`
  return `## ${title}\n\n${note}${items === '' ? `_aucun résultat_${rest}` : items}\n`
}

/** The block of a memory that cannot be reached at all. */
export function unavailableBlock(): string {
  const none = { kind: 'unavailable' } as const
  return renderBlock('', { learnings: none, veille: none, clarifications: none })
}
