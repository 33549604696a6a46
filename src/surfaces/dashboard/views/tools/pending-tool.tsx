import { markHidden } from '../../../../core/text/mark-hidden.ts'
import type { OutputOf } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

type Pending = OutputOf<'gateway.pending'>['pending'][number]
type Pieces = Pending['difference']['description']

interface Props {
  readonly tool: Pending
  readonly isOpen: boolean
  onOpen(): void
  onApprove(): void
}

/** A tool that waits: folded until it is looked at, then with all that would be approved. */
export function PendingTool({ tool, isOpen, onOpen, onApprove }: Props) {
  const { id, kind, difference } = tool
  return (
    <li>
      <details
        class="pending-tool"
        open={isOpen}
        onToggle={(event) => event.currentTarget.open && onOpen()}
      >
        <summary>
          <span class={kind === 'changed' ? 'tag tag-warn' : 'tag tag-accent'}>{kind}</span>
          <strong class="mono">
            <ForeignText text={id} most={250} />
          </strong>
        </summary>
        {tool.findings.map((finding) => (
          <p key={finding} class="tag tag-warn">
            <ForeignText text={finding} />
          </p>
        ))}
        <Words pieces={difference.title} label={say('Title')} />
        <Words pieces={difference.description} label={say('Description')} />
        <Folded
          pieces={difference.inputSchema}
          label={say('Input schema')}
          isChanged={kind === 'changed'}
        />
        <Folded
          pieces={difference.outputSchema}
          label={say('Output schema')}
          isChanged={kind === 'changed'}
        />
        <Words pieces={difference.annotations} label={say('Annotations')} />
        <button type="button" class="button" onClick={onApprove}>
          {say('Approve')}
        </button>
      </details>
    </li>
  )
}

/** Open by itself only where something approved before is different now. */
function Folded({
  pieces,
  label,
  isChanged,
}: {
  pieces: Pieces
  label: string
  isChanged: boolean
}) {
  if (pieces.length === 0) return null
  return (
    <details open={isChanged && pieces.some(({ kind }) => kind !== 'same')}>
      <summary>{label}</summary>
      <Difference pieces={pieces} />
    </details>
  )
}

function Words({ pieces, label }: { pieces: Pieces; label: string }) {
  if (pieces.length === 0) return null
  return (
    <section aria-label={label}>
      <span class="faint">{label}</span>
      <Difference pieces={pieces} />
    </section>
  )
}

function Difference({ pieces }: { pieces: Pieces }) {
  return (
    <pre class="diff foreign">
      {pieces.map(({ kind, text }, index) => {
        const Tag = ({ same: 'bdi', gone: 'del', new: 'ins' } as const)[kind]
        return (
          <Tag key={`${index}${kind}`} dir="auto">
            {markHidden(text)}
          </Tag>
        )
      })}
    </pre>
  )
}
