import { ask10, type Base } from './base.ts'
import type { Corpus } from './data.ts'

const modes = ['lexical', 'vector', 'hybrid'] as const

/** Questions of one corpus asked of itself and of a foreign one, at the default gate. */
export async function measureGate(
  pairs: readonly { readonly corpus: Corpus; readonly base: Base }[],
): Promise<void> {
  console.log('\ngate at 0.30: answerable questions that pass, foreign ones that are refused')
  console.log(['questions', 'asked of', ...modes].map(cell).join(''))
  for (const { corpus } of pairs)
    for (const { corpus: home, base } of pairs) {
      const isOwn = corpus === home
      const rates: string[] = []
      for (const mode of modes) {
        const passed = await shareThatPasses(corpus, base, mode)
        rates.push(isOwn ? `pass ${passed.toFixed(3)}` : `refuse ${(1 - passed).toFixed(3)}`)
      }
      console.log([corpus.name, home.name, ...rates].map(cell).join(''))
    }
}

async function shareThatPasses(
  { queries }: Corpus,
  base: Base,
  mode: (typeof modes)[number],
): Promise<number> {
  let passed = 0
  for (const { query } of queries) {
    const { found } = await ask10(base, query, mode)
    if (found.evidence >= base.settings.scoreGate) passed += 1
  }
  return passed / queries.length
}

function cell(value: string): string {
  return value.padEnd(16)
}
