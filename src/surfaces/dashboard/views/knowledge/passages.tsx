import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { useRowKeys } from '../../parts/keyboard/use-row-keys.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { Marked, wordsOf } from '../../parts/text/marked.tsx'
import { linkTo } from '../../shell/router.ts'
import { isProse, readable } from './is-prose.ts'
import { filterOf, modeOf, type Narrowing } from './narrowing.ts'

type Hit = OutputOf<'knowledge.search'>['hits'][number]

/** Passages for a query, and how each was found; `j` and `k` go through them. */
export function Passages({ query, narrowing }: { query: string; narrowing: Narrowing }) {
  const { value, failure, reload } = useCall('knowledge.search', {
    query,
    k: 20,
    explain: true,
    mode: modeOf(narrowing),
    ...filterOf(narrowing),
  })
  const list = useRowKeys<HTMLOListElement>()
  if (failure) return <FailureNote failure={failure} retry={reload} />
  if (!value) return <section class="panel" aria-busy="true" aria-label={say('Passages')} />
  const best = Math.max(0.0001, ...value.hits.map(({ retrieval }) => retrieval.lexical_score ?? 0))
  const words = wordsOf(query)
  return (
    <section class="panel" aria-label={say('Passages')}>
      <div class="panel-head">
        <h2>{say('{} passage|{} passages', value.hits.length)}</h2>
        <span class="soft" title={say('How much of the question the best passage covers')}>
          {say('evidence {}', value.evidence.toFixed(2))}
        </span>
        {value.missing.map((leg) => (
          <span class="tag tag-warn" key={leg}>
            {say('without {}', leg)}
          </span>
        ))}
      </div>
      {value.hits.length === 0 && (
        <p class="panel-body soft">
          {say('No passage matches. Try other words, or clear the filters.')}
        </p>
      )}
      <ol class="passages" ref={list}>
        {value.hits.map((hit) => (
          <li key={hit.chunk_id}>
            <PassageHead hit={hit} />
            <p class={isProse(hit.citation.path) ? 'snippet' : 'snippet mono'}>
              <Marked text={snippetOf(hit)} words={words} />
            </p>
            <details>
              <summary class="soft">{say('Why it was found')}</summary>
              <Legs hit={hit} best={best} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

function snippetOf({ snippet, citation }: Hit): string {
  return readable(citation.path, snippet.replace(/\n{2,}/g, '\n').slice(0, 700))
}

function PassageHead({ hit }: { hit: Hit }) {
  const { citation, doc_id, title, doc_path, heading_path, stale, source } = hit
  const lines = `${citation.start_line}-${citation.end_line}`
  return (
    <div class="passage-head">
      <a href={linkTo('knowledge', doc_id, lines)}>
        <strong>
          <ForeignText text={title || doc_path} most={120} />
        </strong>
      </a>
      {heading_path.some((heading) => heading !== title) && (
        <span class="soft">
          <ForeignText text={heading_path.join(' › ')} most={120} />
        </span>
      )}
      <span class="soft mono">
        <ForeignText text={citation.path} most={160} />:{citation.start_line}–{citation.end_line}
      </span>
      <span class="tag">
        <ForeignText text={source} most={60} />
      </span>
      {stale && <span class="tag tag-warn">{say('stale')}</span>}
    </div>
  )
}

function Legs({ hit: { retrieval }, best }: { hit: Hit; best: number }) {
  const { lexical_score, lexical_rank, vector_score, vector_rank, fusion_score, hop_bonus } =
    retrieval
  return (
    <div class="legs">
      <Leg
        name={say('words')}
        share={(lexical_score ?? 0) / best}
        text={legText(lexical_score, lexical_rank)}
      />
      <Leg
        name={say('meaning')}
        share={vector_score ?? 0}
        text={legText(vector_score, vector_rank)}
      />
      <Leg
        name={say('together')}
        share={fusion_score}
        text={
          hop_bonus
            ? say('{} plus {} from a link', fusion_score.toFixed(2), hop_bonus.toFixed(2))
            : fusion_score.toFixed(2)
        }
      />
    </div>
  )
}

function Leg({ name, share, text }: { name: string; share: number; text: string }) {
  return (
    <>
      <span>{name}</span>
      <svg viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100 * Math.min(1, Math.max(0, share))} height="5" />
      </svg>
      <span class="number">{text}</span>
    </>
  )
}

function legText(score: number | null, rank: number | null): string {
  if (score === null) return say('not found')
  return rank === null ? score.toFixed(2) : say('{}, rank {}', score.toFixed(2), rank)
}
