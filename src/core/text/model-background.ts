/** What turns texts into vectors of length 1. */
interface Model {
  embed(texts: readonly string[], role: 'passage'): Promise<readonly Float32Array[]>
}

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

const measured = new WeakMap<Model, Promise<number>>()

/** The cosine a model gives to unrelated texts: 0 for some, near a half for others. Measured once. */
export async function modelBackground(model: Model): Promise<number> {
  const known = measured.get(model) ?? measure(model)
  measured.set(model, known)
  try {
    return await known
  } catch (error) {
    // A model that was away is asked again when it is back.
    measured.delete(model)
    throw error
  }
}

async function measure(model: Model): Promise<number> {
  const vectors = await model.embed(unrelated, 'passage')
  let sum = 0
  let count = 0
  for (const [at, first] of vectors.entries())
    for (const second of vectors.slice(at + 1)) {
      sum += first.reduce((total, value, index) => total + value * (second[index] ?? 0), 0)
      count += 1
    }
  return Math.max(0, sum / Math.max(1, count))
}

const leastRoom = 0.01

/** How much more alike two texts are than any two are to the same model, 0 to 1. */
export function aboveUsual(cosine: number, usual: number): number {
  return Math.max(0, cosine - usual) / Math.max(leastRoom, 1 - usual)
}
