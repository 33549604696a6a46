import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { counted } from '../../parts/numbers.ts'

type Hit = OutputOf<'knowledge.search'>['hits'][number]

/** Passages for a query, and how each was found. */
export function Passages({ query }: { query: string }) {
  const { value, failure } = useCall('knowledge.search', { query, k: 20, explain: true })
  if (failure) return <FailureNote failure={failure} />
  if (!value) return <section class="panel" aria-busy="true" aria-label="Passages" />
  const best = Math.max(0.0001, ...value.hits.map(({ retrieval }) => retrieval.lexical_score ?? 0))
  return (
    <section class="panel" aria-label="Passages">
      <div class="panel-head">
        <h2>{counted(value.hits.length, 'passage')}</h2>
        <span class="soft">evidence {value.evidence.toFixed(2)}</span>
        {value.missing.map((leg) => (
          <span class="tag tag-warn" key={leg}>
            without {leg}
          </span>
        ))}
      </div>
      {value.hits.length === 0 && <p class="panel-body soft">Nothing found.</p>}
      <ol class="passages">
        {value.hits.map((hit) => (
          <li key={hit.chunk_id}>
            <div class="passage-head">
              <strong>
                <ForeignText text={hit.title || hit.doc_path} most={120} />
              </strong>
              <span class="soft">
                <ForeignText text={hit.citation.path} most={160} />:{hit.citation.start_line}–
                {hit.citation.end_line}
              </span>
              {hit.stale && <span class="tag tag-warn">stale</span>}
            </div>
            <p class="snippet">
              <ForeignText text={hit.snippet.replace(/\n{2,}/g, '\n')} most={700} />
            </p>
            <Legs hit={hit} best={best} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Legs({ hit: { retrieval }, best }: { hit: Hit; best: number }) {
  const { lexical_score, lexical_rank, vector_score, vector_rank, fusion_score, hop_bonus } =
    retrieval
  return (
    <div class="legs">
      <Leg
        name="words"
        share={(lexical_score ?? 0) / best}
        text={legText(lexical_score, lexical_rank)}
      />
      <Leg name="vectors" share={vector_score ?? 0} text={legText(vector_score, vector_rank)} />
      <Leg
        name="together"
        share={fusion_score}
        text={`${fusion_score.toFixed(2)}${hop_bonus ? ` +${hop_bonus.toFixed(2)} link` : ''}`}
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
  if (score === null) return 'not found'
  return rank === null ? score.toFixed(2) : `${score.toFixed(2)}, rank ${rank}`
}
