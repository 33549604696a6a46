import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { heard, say } from '../../locale/say.ts'
import { CopyButton } from '../../parts/controls/copy-button.tsx'
import { Segmented } from '../../parts/controls/segmented.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { focusIfOpened } from '../../parts/keyboard/focus-on.ts'
import { ago, bytes } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { Markdown } from '../../parts/text/markdown/markdown.tsx'
import { Marked, wordsOf } from '../../parts/text/marked.tsx'
import { linkTo } from '../../shell/router.ts'
import { isProse } from './is-prose.ts'

interface DocumentProps {
  readonly id: string
  /** `12-20`: the passage that was opened. */
  readonly lines: string
  readonly query: string
}

/** A whole document as it was indexed, passage by passage; the one that was opened stands out. */
export function Document({ id, lines, query }: DocumentProps) {
  const inspected = useCall('knowledge.inspect', { id })
  const fetched = useCall('knowledge.fetch', { id })
  const [shape, setShape] = useState<'source' | 'rendered'>('source')
  const { value } = inspected
  const pieces = useMemo(
    () => (value && fetched.value ? toPieces(fetched.value.text, value.chunks) : []),
    [value, fetched.value],
  )
  const failure = inspected.failure ?? fetched.failure
  const isMarkdown = value?.document.kind === 'markdown'
  return (
    <section
      class="panel document"
      aria-label={say('Document')}
      aria-busy={!fetched.value && !failure}
    >
      <div class="panel-head">
        <a class="button button-quiet back" href={linkTo('knowledge')} ref={focusIfOpened}>
          ← {say('Back')}
        </a>
        <h2 class="one-line document-title">
          <ForeignText text={value?.document.title || value?.document.doc_path || id} most={120} />
        </h2>
        {isMarkdown && (
          <Segmented
            label={say('Show as')}
            options={[
              { value: 'source', label: say('Source') },
              { value: 'rendered', label: say('Rendered') },
            ]}
            value={shape}
            onChange={setShape}
          />
        )}
        {fetched.value && <CopyButton text={fetched.value.text} label={say('Copy text')} />}
      </div>
      {failure && <FailureNote failure={failure} />}
      {value && (
        <p class="panel-body document-facts soft">
          <span class="mono">
            <ForeignText text={value.document.doc_path} most={200} />
          </span>
          <span class="tag">
            <ForeignText text={value.document.source} most={60} />
          </span>
          <span>{say('{} trust', heard(value.document.trust))}</span>
          <span>{bytes(value.document.bytes)}</span>
          <span>{say('{} passage|{} passages', value.chunks.length)}</span>
          <span>{say('indexed {}', ago(Date.parse(value.document.indexed_at)))}</span>
          {value.document.tags.map((tag) => (
            <span class="tag" key={tag}>
              <ForeignText text={tag} most={40} />
            </span>
          ))}
        </p>
      )}
      {shape === 'rendered' && fetched.value ? (
        <div class="panel-body">
          <Markdown text={fetched.value.text} />
        </div>
      ) : (
        <Pieces
          pieces={pieces}
          lines={lines}
          words={wordsOf(query)}
          isText={isProse(value?.document.doc_path ?? '') && value?.document.kind !== 'code'}
        />
      )}
    </section>
  )
}

interface PiecesProps {
  readonly pieces: readonly Piece[]
  readonly lines: string
  readonly words: readonly string[]
  readonly isText: boolean
}

function Pieces({ pieces, lines, words, isText }: PiecesProps) {
  const [first = 0, last = 0] = lines.split('-').map(Number)
  const opened = useRef<HTMLLIElement>(null)
  useEffect(() => opened.current?.scrollIntoView({ block: 'center' }), [lines, pieces])
  const isOpened = ({ start, end }: Piece): boolean => first > 0 && start <= last && end >= first
  const firstOpened = pieces.find(isOpened)
  return (
    <ol class="pieces">
      {pieces.map((piece) => (
        <li
          key={piece.start}
          ref={piece === firstOpened ? opened : null}
          data-opened={isOpened(piece)}
          class={isText ? 'piece' : 'piece mono'}
        >
          <span class="piece-lines faint" aria-hidden="true">
            {isText ? `${piece.start}–${piece.end}` : numbersOf(piece)}
          </span>
          <div class="piece-text foreign" dir="auto">
            <Marked text={piece.text} words={isOpened(piece) || first === 0 ? words : []} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A number a line, as editors show them. */
function numbersOf({ start, end }: Piece): string {
  return Array.from({ length: end - start + 1 }, (_, at) => start + at).join('\n')
}

/** Some lines of a document that belong together. */
interface Piece {
  /** 1-based, both inclusive. */
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Chunk {
  readonly start_line: number
  readonly end_line: number
}

/** A text cut where its passages begin; no line is lost or shown twice, also where passages share one. */
export function toPieces(text: string, chunks: readonly Chunk[]): readonly Piece[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const pieces: Piece[] = []
  let next = 1
  const add = (end: number): void => {
    if (end < next) return
    pieces.push({ start: next, end, text: lines.slice(next - 1, end).join('\n') })
    next = end + 1
  }
  for (const { start_line, end_line } of chunks) {
    add(Math.min(start_line - 1, lines.length))
    add(Math.min(end_line, lines.length))
  }
  add(lines.length)
  return pieces
}
