import { openBase } from './base.ts'
import { type Corpus, loadCorpora } from './data.ts'
import { functionCorpus } from './functions.ts'
import { measureGate } from './gate.ts'
import { measureMultiHop } from './multi-hop.ts'
import { measureNearMiss } from './near-miss.ts'
import { compareRetrieval } from './retrieval.ts'
import { unseenTwoHop } from './unseen-two-hop.ts'

/** Retrieval beside peers, the gate, and several hops. */
export async function bench(): Promise<void> {
  const corpora = withUnseen(
    loadCorpora(['scifact', 'squad2', 'hotpotqa-dev', 'musique', 'cosqa', 'korean']),
  )
  if (corpora.length === 0) {
    console.log('data not found, see bench/README.md')
    return
  }
  const gated = []
  const functions = await functionCorpus()
  for (const corpus of corpora) {
    const base = await openBase(corpus)
    await compareRetrieval(corpus, base)
    await measureNearMiss(corpus, base)
    if (corpus.name === 'musique') await measureMultiHop(corpus, base)
    if (corpus.name === 'scifact' || corpus.name === 'hotpotqa-dev') gated.push({ corpus, base })
  }
  await compareRetrieval(functions, await openBase(functions))
  await measureGate(gated)
}

function withUnseen(corpora: readonly Corpus[]): readonly Corpus[] {
  return [...corpora, ...unseenTwoHop(corpora.flatMap(({ queries }) => queries))]
}
