import type { Embedder } from '../../../ports/embedder.ts'

/** Sentences that have nothing to do with each other. */
const unrelated = [
  'The ferry leaves the harbour at seven in the morning.',
  'Whisk the egg whites until they form stiff peaks.',
  'The defendant appealed against the decision of the court.',
  'A memory leak made the server restart every night.',
  'The orchestra tuned its instruments before the concert.',
  'Enzymes lower the activation energy of a reaction.',
  'The striker missed a penalty in the last minute.',
  'Interest rates rose for the third time this year.',
]

/** The cosine a model gives to unrelated texts: 0 for some, near a half for others. */
export async function modelBackground(embedder: Embedder, signal?: AbortSignal): Promise<number> {
  const vectors = await embedder.embed(unrelated, 'passage', signal)
  let sum = 0
  let count = 0
  for (const [at, first] of vectors.entries())
    for (const second of vectors.slice(at + 1)) {
      sum += first.reduce((total, value, index) => total + value * (second[index] ?? 0), 0)
      count += 1
    }
  return Math.max(0, sum / Math.max(1, count))
}
