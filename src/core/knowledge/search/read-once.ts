import type { Documents } from '../../../ports/store/documents.ts'

/** The same store, which reads the words and the text of each chunk once: for the length of one search. */
export function readOnce(documents: Documents): Documents {
  return {
    ...documents,
    wordsOf: remembering(documents.wordsOf),
    load: remembering(documents.load),
  }
}

function remembering<Value extends { readonly key: number }>(
  read: (keys: readonly number[]) => Promise<readonly Value[]>,
): (keys: readonly number[]) => Promise<readonly Value[]> {
  const known = new Map<number, Value | undefined>()
  return async (keys) => {
    const fresh = [...new Set(keys)].filter((key) => !known.has(key))
    const found = fresh.length === 0 ? [] : await read(fresh)
    for (const key of fresh) known.set(key, undefined)
    for (const one of found) known.set(one.key, one)
    return keys.flatMap((key) => known.get(key) ?? [])
  }
}
