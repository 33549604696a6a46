import type { OutputOf } from '../../api/operations.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { count, counted } from '../../parts/numbers.ts'

/** What is indexed, source by source, and with which models. */
export function SourceList({ schema }: { schema: OutputOf<'knowledge.schema'> | undefined }) {
  if (!schema) return <section class="panel" aria-busy="true" aria-label="Sources" />
  return (
    <section class="panel" aria-label="Sources">
      <div class="panel-head">
        <h2>Sources</h2>
        <span class="soft">{counted(schema.documents, 'document')}</span>
      </div>
      <ul class="source-list">
        {schema.sources.map(({ source, documents, chunks, trust }) => (
          <li key={source}>
            <strong class="one-line">
              <ForeignText text={source} most={80} />
            </strong>
            <span class="tag">{trust} trust</span>
            <span class="soft">
              {counted(documents, 'document')}, {counted(chunks, 'passage')}
            </span>
          </li>
        ))}
        <li>
          <span>Vectors</span>
          <span class="number">{count(schema.vectors)}</span>
          <span class="soft">
            {schema.withoutVector > 0
              ? `${counted(schema.withoutVector, 'passage lacks', 'passages lack')} one`
              : 'complete'}
            {schema.embedder && `, ${schema.embedder.model}`}
          </span>
        </li>
        <li>
          <span>Language model</span>
          <span />
          <span class="soft">{schema.llm ?? 'none: the best sentences are quoted'}</span>
        </li>
      </ul>
    </section>
  )
}
