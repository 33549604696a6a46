import type { Conversation, Edit, Path, ResultEntry } from '../wire/conversation.ts'

/** A huge result made shorter, or `undefined` when it stays as it is. Must give the same text again. */
export type PruneResult = (text: string, goal: string) => Promise<string | undefined>

/** A result that was shortened on its way in. */
export interface Pruned {
  readonly edit: Edit
  readonly before: string
  readonly after: string
}

type HugeResult = ResultEntry & { readonly content: string }

/**
 * Shortens results of at least `minChars` that are not masked. The goal is what the user last said
 * before the result, so that later requests of the same conversation send the same bytes.
 */
export async function pruneHuge(
  conversation: Conversation,
  maskedPaths: ReadonlySet<Path>,
  minChars: number,
  prune: PruneResult,
): Promise<readonly Pruned[]> {
  const pruned: Pruned[] = []
  for (const { result, goal } of hugeResults(conversation, minChars)) {
    if (maskedPaths.has(result.contentPath)) continue
    const after = await prune(result.content, goal)
    if (after === undefined || after.length >= result.chars) continue
    pruned.push({ edit: { path: result.contentPath, value: after }, before: result.content, after })
  }
  return pruned
}

function hugeResults(
  conversation: Conversation,
  minChars: number,
): readonly { readonly result: HugeResult; readonly goal: string }[] {
  const found: { result: HugeResult; goal: string }[] = []
  let goal = ''
  for (const entry of conversation) {
    if (entry.kind === 'text' && entry.text !== '') goal = entry.text
    if (goal !== '' && isHuge(entry, minChars)) found.push({ result: entry, goal })
  }
  return found
}

function isHuge(entry: Conversation[number], minChars: number): entry is HugeResult {
  return entry.kind === 'result' && typeof entry.content === 'string' && entry.chars >= minChars
}
