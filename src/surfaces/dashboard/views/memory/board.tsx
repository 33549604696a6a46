import type { OutputOf } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { count } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { useMedia, useNarrow } from '../../parts/use-narrow.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { linkTo } from '../../shell/router.ts'

type Listed = OutputOf<'memory.list'>
export type Learning = Listed['learnings'][number]

const scopes = () =>
  [
    { scope: 'story', title: say('Story') },
    { scope: 'domain', title: say('Domain') },
    { scope: 'global', title: say('Global') },
    { scope: 'archived', title: say('Archive') },
  ] as const

const headHeight = 43
const mostRows = 5

interface BoardProps extends Pick<Listed, 'learnings' | 'counts'> {
  readonly open: string
}

/** Learnings by how far they reach, the most reused on top; each opens. */
export function Board({ learnings, counts, open }: BoardProps) {
  const isNarrow = useNarrow()
  const isRoomy = useMedia('(min-width: 1600px)')
  const cardHeight = isNarrow || isRoomy ? 84 : 104
  const fullest = Math.max(...scopes().map(({ scope }) => counts[scope]))
  return (
    <div class="board">
      {scopes().map(({ scope, title }) => (
        <section
          class="panel board-column"
          key={scope}
          aria-label={title}
          style={{
            height: `${headHeight + cardHeight * rowsOf(isNarrow ? counts[scope] : fullest)}px`,
          }}
        >
          <div class="panel-head">
            <h2>{title}</h2>
            <span class="soft">{count(counts[scope])}</span>
          </div>
          <VirtualList
            items={learnings.filter((learning) => learning.scope === scope)}
            rowHeight={cardHeight}
            keyOf={({ id }) => id}
            row={(learning) => <Card learning={learning} isOpen={learning.id === open} />}
            label={say('{}, best score first', title)}
          />
        </section>
      ))}
    </div>
  )
}

function rowsOf(cards: number): number {
  return Math.min(mostRows, Math.max(1, cards))
}

function Card({ learning, isOpen }: { learning: Learning; isOpen: boolean }) {
  return (
    <a
      class="card list-line"
      href={linkTo('memory', learning.id)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="card-text">
        <ForeignText text={learning.text} most={300} />
      </span>
      <span class="card-facts soft">
        <strong title={say('Reuse score')}>{learning.reuseScore.toFixed(2)}</strong>
        <span class="one-line">
          <ForeignText text={learning.story} most={24} />
          {learning.domain && ` ${learning.domain}`}
        </span>
        <span class="number" title={say('used {}×', learning.injections)}>
          {learning.injections > 0 && `${count(learning.injections)}× · `}
          {say('{} d', Math.floor(learning.ageDays))}
        </span>
      </span>
    </a>
  )
}
