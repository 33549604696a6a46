import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import type { OutputOf } from '../../api/operations.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { count } from '../../parts/numbers.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'

type Listed = OutputOf<'memory.list'>
type Learning = Listed['learnings'][number]

const scopes = [
  { scope: 'story', title: 'Story' },
  { scope: 'domain', title: 'Domain' },
  { scope: 'global', title: 'Global' },
  { scope: 'archived', title: 'Archive' },
] as const

interface BoardProps extends Pick<Listed, 'learnings' | 'counts'> {
  readonly onChange: () => void
}

/** Learnings by how far they reach, the most reused on top. */
export function Board({ learnings, counts, onChange }: BoardProps) {
  return (
    <div class="board">
      {scopes.map(({ scope, title }) => (
        <section class="panel board-column" key={scope} aria-label={title}>
          <div class="panel-head">
            <h2>{title}</h2>
            <span class="soft">{count(counts[scope])}</span>
          </div>
          <VirtualList
            items={learnings.filter((learning) => learning.scope === scope)}
            rowHeight={116}
            keyOf={({ id }) => id}
            row={(learning) => <Card learning={learning} onChange={onChange} />}
            label={`${title}, best score first`}
          />
        </section>
      ))}
    </div>
  )
}

function Card({ learning, onChange }: { learning: Learning; onChange: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const forget = async (): Promise<void> => {
    await call('memory.forget', { id: learning.id })
    onChange()
  }
  return (
    <article class="card" title={learning.id}>
      <p class="card-text">
        <ForeignText text={learning.text} most={300} />
      </p>
      <p class="card-facts soft">
        <strong>{learning.reuseScore.toFixed(2)}</strong>
        <span class="one-line">
          <ForeignText text={learning.story} most={24} />
          {learning.domain && ` ${learning.domain}`}
        </span>
        <span class="number">
          {learning.injections > 0 && `${learning.injections}× `}
          {Math.floor(learning.ageDays)} d
        </span>
        <button
          type="button"
          class={isAsked ? 'button button-quiet button-danger' : 'button button-quiet'}
          onBlur={() => setAsked(false)}
          onClick={() => (isAsked ? forget().catch(reportError) : setAsked(true))}
        >
          {isAsked ? 'Forget for good' : 'Forget'}
        </button>
      </p>
    </article>
  )
}
