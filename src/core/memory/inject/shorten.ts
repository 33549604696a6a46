import type { BlockItem } from './inject-block.ts'

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
