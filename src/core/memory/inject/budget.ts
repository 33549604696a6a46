import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { type BlockItem, renderItem } from './inject-block.ts'

/** What was worth showing and was not. */
export interface LeftOut {
  readonly id: string
  readonly reason: 'floor' | 'budget' | 'length'
  readonly tokens: number
}

/** Keeps items in order while their tokens fit; a long one that does not fit leaves room for a shorter one. */
export async function fitItems<Item extends BlockItem>(
  tokenizer: Tokenizer,
  items: readonly Item[],
  budgetTokens: number,
): Promise<{ kept: readonly Item[]; leftOut: readonly LeftOut[]; spent: number }> {
  const counts = await tokenizer.count(items.map((item) => `${renderItem(item)}\n`))
  const kept: Item[] = []
  const leftOut: LeftOut[] = []
  let spent = 0
  items.forEach((item, at) => {
    const tokens = counts[at] ?? 0
    if (spent + tokens <= budgetTokens) {
      kept.push(item)
      spent += tokens
    } else leftOut.push({ id: item.id, reason: 'budget', tokens })
  })
  return { kept, leftOut, spent }
}
