import { useMemo } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { heard, say } from '../../locale/say.ts'
import { count } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { linkTo } from '../../shell/router.ts'

type Tool = OutputOf<'catalog.list'>['tools'][number]

type Line =
  | { readonly kind: 'server'; readonly id: string; readonly title: string; readonly size: number }
  | {
      readonly kind: 'entry'
      readonly id: string
      readonly name: string
      readonly text: string
      readonly state: string
      readonly uses: number
    }

/** Capabilities first, then every tool by its server. */
export function Catalog({ tools, open }: { tools: readonly Tool[]; open: string }) {
  const capabilities = useCall('capabilities.list', {})
  const lines = useMemo(
    () => toLines(tools, capabilities.value?.capabilities ?? []),
    [tools, capabilities.value],
  )
  return (
    <section class="panel tools-list" aria-label={say('Catalog')}>
      <VirtualList
        items={lines}
        rowHeight={46}
        keyOf={keyOf}
        row={(line) => <CatalogLine line={line} isOpen={line.id === open} />}
        label={say('Tools by server')}
        openKey={keyOf({ kind: 'entry', id: open })}
      />
    </section>
  )
}

function keyOf({ kind, id }: { kind: Line['kind']; id: string }): string {
  return `${kind} ${id}`
}

function CatalogLine({ line, isOpen }: { line: Line; isOpen: boolean }) {
  if (line.kind === 'server')
    return (
      <div class="tools-group">
        <h2 class="one-line">
          <ForeignText text={line.title} most={60} />
        </h2>
        <span class="soft">{count(line.size)}</span>
      </div>
    )
  return (
    <a
      class="list-line list-line-even tools-line"
      href={linkTo('tools', line.id)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="one-line mono">
        <ForeignText text={line.name} most={80} />
      </span>
      {line.state !== 'active' && <span class="tag tag-warn">{heard(line.state)}</span>}
      <span class="number soft">{line.uses > 0 ? `${count(line.uses)}×` : ''}</span>
      <span class="one-line soft">
        <ForeignText text={line.text} most={160} />
      </span>
    </a>
  )
}

function toLines(
  tools: readonly Tool[],
  capabilities: OutputOf<'capabilities.list'>['capabilities'],
): readonly Line[] {
  const learned = capabilities.map(
    ({ id, intent, summary }): Line => ({
      kind: 'entry',
      id,
      name: id,
      text: intent,
      state: summary.stale ? 'stale' : 'active',
      uses: summary.usageCount ?? 0,
    }),
  )
  const byServer = Map.groupBy(tools, ({ server }) => server)
  return [
    ...group(say('Capabilities'), learned),
    ...[...byServer].flatMap(([server, own]) =>
      group(
        server,
        own.map(
          ({ id, name, description, state, uses }): Line => ({
            kind: 'entry',
            id,
            name,
            text: description,
            state,
            uses,
          }),
        ),
      ),
    ),
  ]
}

function group(title: string, lines: readonly Line[]): readonly Line[] {
  if (lines.length === 0) return []
  return [{ kind: 'server', id: title, title, size: lines.length }, ...lines]
}
