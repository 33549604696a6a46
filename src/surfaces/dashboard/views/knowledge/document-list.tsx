import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { OutputOf } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { useRowKeys } from '../../parts/keyboard/use-row-keys.ts'
import { ago, bytes } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { linkTo } from '../../shell/router.ts'
import { filterOf, type Narrowing } from './narrowing.ts'

type Listed = OutputOf<'knowledge.list'>['documents'][number]

const pageSize = 100

/** Every document that the filters let through, a page at a time. */
export function DocumentList({ narrowing, open }: { narrowing: Narrowing; open: string }) {
  const { documents, failure, hasMore, isLoading, more } = useDocuments(narrowing)
  const list = useRowKeys<HTMLUListElement>()
  return (
    <section class="panel" aria-label={say('Documents')} aria-busy={isLoading}>
      <div class="panel-head">
        <h2>{say('Documents')}</h2>
        <span class="soft">
          {hasMore
            ? say('first {}', documents.length)
            : say('{} document|{} documents', documents.length)}
        </span>
      </div>
      {failure && <FailureNote failure={failure} />}
      {!isLoading && documents.length === 0 && !failure && (
        <p class="panel-body soft">{say('No document matches the filters.')}</p>
      )}
      <ul class="documents" ref={list}>
        {documents.map((document) => (
          <li key={document.doc_id}>
            <a
              class="list-line document-line"
              href={linkTo('knowledge', document.doc_id)}
              aria-current={document.doc_id === open ? 'true' : undefined}
            >
              <span class="one-line">
                <ForeignText text={document.title || document.doc_path} most={120} />
              </span>
              <span class="number soft">{bytes(document.bytes)}</span>
              <span class="soft one-line mono">
                <ForeignText text={document.doc_path} most={160} />
              </span>
              <span class="number soft">{ago(Date.parse(document.indexed_at))}</span>
            </a>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div class="panel-body">
          <button type="button" class="button" disabled={isLoading} onClick={more}>
            {say('Show more')}
          </button>
        </div>
      )}
    </section>
  )
}

function useDocuments(narrowing: Narrowing) {
  const [documents, setDocuments] = useState<readonly Listed[]>([])
  const [failure, setFailure] = useState<Failure>()
  const [hasMore, setMore] = useState(false)
  const [isLoading, setLoading] = useState(true)
  const filter = filterOf(narrowing)
  const key = JSON.stringify(filter)
  const load = async (before: readonly Listed[], signal?: AbortSignal): Promise<void> => {
    setLoading(true)
    const after = before.at(-1)?.doc_id
    const input = { ...filter, limit: pageSize, ...(after === undefined ? {} : { after }) }
    const outcome = await call('knowledge.list', input, signal)
    if (signal?.aborted) return
    setLoading(false)
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (outcome.kind === 'failed') return
    setDocuments([...before, ...outcome.value.documents])
    setMore(outcome.value.documents.length === pageSize)
  }
  useEffect(() => {
    const left = new AbortController()
    load([], left.signal).catch(reportError)
    return () => left.abort()
  }, [key])
  return {
    documents,
    failure,
    hasMore,
    isLoading,
    more: () => void load(documents).catch(reportError),
  }
}
