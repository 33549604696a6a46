import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { message, reasonOf } from '../records/message.ts'
import type { Candidate, Candidates } from '../search/pick.ts'
import { fitItems, type LeftOut } from './budget.ts'
import { type BlockItem, renderItem, type Section, type SectionName } from './inject-block.ts'

export interface FilledSection {
  readonly section: Section
  readonly shown: readonly Candidate[]
  readonly leftOut: readonly LeftOut[]
  readonly spentTokens: number
  readonly messages: readonly string[]
}

/** Asks one source and applies floor and budget; if the source fails, the section says so and nothing else suffers. */
export async function fillSection(
  tokenizer: Tokenizer,
  name: SectionName,
  source: () => Promise<Candidates>,
  floor: number,
  budgetTokens: number | undefined,
): Promise<FilledSection> {
  try {
    const { items, legs, messages } = await source()
    const isNear = ({ similarity = 1 }: Candidate) => similarity >= floor
    const near = items.filter(isNear).map(shorten)
    const far = await countFar(
      tokenizer,
      items.filter((item) => !isNear(item)),
    )
    const fitted = await fitCandidates(
      tokenizer,
      near.map(({ shown }) => shown),
      budgetTokens === undefined ? undefined : budgetTokens - noteTokens,
    )
    const cut = await countCut(
      tokenizer,
      near.filter(({ shown, rest }) => rest !== '' && fitted.kept.includes(shown)),
    )
    const leftOut = [...fitted.leftOut, ...far, ...cut]
    const note = legs !== undefined && fitted.kept.length > 0 ? { note: rankedBy[legs] } : {}
    return {
      section: {
        kind: 'available',
        items: fitted.kept,
        leftOut: leftOut.length,
        ...note,
      },
      shown: fitted.kept,
      leftOut,
      spentTokens: fitted.kept.length > 0 ? fitted.spent + noteTokens : 0,
      messages,
    }
  } catch (error) {
    // The contract: no fault of one source may stop the story; the section and stderr say it.
    return {
      section: { kind: 'unavailable' },
      shown: [],
      leftOut: [],
      spentTokens: 0,
      messages: [message('inject', `section ${name} failed`, reasonOf(error))],
    }
  }
}

/** What the line that says how a section was ranked takes, at most. */
const noteTokens = 12

const rankedBy: Readonly<Record<NonNullable<Candidates['legs']>, string>> = {
  words: 'ranked by words, without vectors',
  'words+vectors': 'ranked by words and vectors',
}

/** Without a budget nothing is counted: counting loads a tokenizer. */
async function fitCandidates(
  tokenizer: Tokenizer,
  items: readonly Candidate[],
  budgetTokens: number | undefined,
): Promise<{ kept: readonly Candidate[]; leftOut: readonly LeftOut[]; spent: number }> {
  if (budgetTokens === undefined) return { kept: items, leftOut: [], spent: 0 }
  return fitItems(tokenizer, items, budgetTokens)
}

/** Items below the floor that share a word with the task; those that share none were never in question. */
async function countFar(
  tokenizer: Tokenizer,
  items: readonly Candidate[],
): Promise<readonly LeftOut[]> {
  const far = items.filter(({ similarity = 0 }) => similarity > 0)
  const counts = far.length === 0 ? [] : await tokenizer.count(far.map(renderItem))
  return far.map(({ id }, at) => ({ id, reason: 'floor', tokens: counts[at] ?? 0 }))
}

/** The ends of long texts. */
async function countCut(
  tokenizer: Tokenizer,
  cut: readonly { readonly shown: Candidate; readonly rest: string }[],
): Promise<readonly LeftOut[]> {
  const counts = cut.length === 0 ? [] : await tokenizer.count(cut.map(({ rest }) => rest))
  return cut.map(({ shown }, at) => ({ id: shown.id, reason: 'length', tokens: counts[at] ?? 0 }))
}

/** Characters of one item that a block shows; the rest is an id away. */
export const shownChars = 2000

/** An item as a block shows it, and what of its text that leaves out. */
export function shorten<Item extends BlockItem>(item: Item): { shown: Item; rest: string } {
  if (item.text.length <= shownChars) return { shown: item, rest: '' }
  const cut = cutBefore(item.text, shownChars)
  const rest = item.text.slice(cut)
  const text = `${item.text.slice(0, cut)} … (${rest.length} more characters: tamis memory show ${item.id})`
  return { shown: { ...item, text }, rest }
}

/** Between two words where one ends near enough, and never inside a character. */
function cutBefore(text: string, limit: number): number {
  const space = text.lastIndexOf(' ', limit)
  if (space > limit / 2) return space
  const code = text.charCodeAt(limit - 1)
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit
}
