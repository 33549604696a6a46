import { ask } from '../../src/core/knowledge/ask/ask.ts'
import type { CompletionRequest, Llm } from '../../src/ports/llm.ts'
import { ask10, type Base } from './base.ts'
import type { BenchQuery, Corpus } from './data.ts'
import { measure, type Run } from './metrics.ts'

/**
 * `ask --multi-hop` as it runs, with a model that divides each question into its gold sub-questions,
 * looks no further and cites every source it was shown: how much of the evidence was among them.
 */
export async function measureMultiHop({ queries }: Corpus, base: Base): Promise<void> {
  console.log('\nmulti-hop, gold sub-questions from a scripted model: evidence it is shown')
  for (const mode of ['lexical', 'hybrid'] as const) {
    const hops: Run[] = []
    const single: Run[] = []
    let refused = 0
    for (const query of queries) {
      const request = {
        question: query.query,
        mode,
        k: 10,
        multiHop: true,
        extractive: false,
        filter: {},
      }
      const answer = await ask({ ...base, llm: scripted(query) }, request)
      if (answer.refusal_reason !== null) refused += 1
      const { relevant } = query
      hops.push({ ids: answer.citations.map(({ doc_id }) => doc_id), relevant })
      single.push({ ids: (await ask10(base, query.query, mode)).ids, relevant })
    }
    show(`one search, ${mode}`, single)
    show(`hops, ${mode}`, hops)
    console.log(`${''.padEnd(22)} refused at the gate ${refused} of ${queries.length}`)
  }
}

function scripted({ decomposition = [] }: BenchQuery): Llm {
  return {
    model: 'scripted',
    async *complete(request) {
      yield { kind: 'text', text: replyTo(request, decomposition) }
      yield { kind: 'end', model: 'scripted', stop: 'stop' }
    },
  }
}

function replyTo({ system = '', messages }: CompletionRequest, gold: readonly string[]): string {
  if (system.includes('"sub_questions"'))
    return JSON.stringify(system.includes('"done"') ? { done: true } : { sub_questions: gold })
  const shown = [...(messages[0]?.text ?? '').matchAll(/^<source number="(\d+)"/gm)]
  return shown.map(([, number]) => `[${number}]`).join(' ')
}

function show(name: string, runs: readonly Run[]): void {
  const all = (rest: number): string =>
    measure(runs.filter((_, at) => at % 2 === rest)).all10.toFixed(2)
  const { recall5, recall10, all10 } = measure(runs)
  const figures = `R@5 ${recall5.toFixed(3)}  R@10 ${recall10.toFixed(3)}  all in 10 ${all10.toFixed(3)}`
  console.log(`${name.padEnd(22)} ${figures}  halves ${all(0)} ${all(1)}`)
}
