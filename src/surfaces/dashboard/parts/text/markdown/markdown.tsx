import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { markHidden } from '../../../../../core/text/mark-hidden.ts'
import { type Block, parseBlocks } from './parse-blocks.ts'
import { type Inline, parseInline } from './parse-inline.ts'

interface MarkdownProps {
  readonly text: string
  /** What stands for `[1]`; the text itself where nothing is given. */
  readonly citation?: (marker: string) => ComponentChildren
}

/**
 * A Markdown text that somebody else wrote. It is parsed into elements of ours; none of its own
 * markup reaches the page, and pictures are not loaded.
 */
export function Markdown({ text, citation = (marker) => marker }: MarkdownProps) {
  const blocks = useMemo(() => parseBlocks(text), [text])
  const inline = (line: string): ComponentChildren =>
    parseInline(line).map((part, at) => <Piece key={at} part={part} citation={citation} />)
  return (
    <div class="markdown foreign" dir="auto">
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} inline={inline} />
      ))}
    </div>
  )
}

function BlockView({
  block,
  inline,
}: {
  block: Block
  inline: (line: string) => ComponentChildren
}) {
  switch (block.kind) {
    case 'heading':
      // Headings of a text do not belong to the outline of the page.
      return (
        <p class="markdown-heading" data-level={block.level}>
          {inline(block.text)}
        </p>
      )
    case 'paragraph':
      return <p>{inline(block.text)}</p>
    case 'quote':
      return <blockquote>{inline(block.text)}</blockquote>
    case 'code':
      return <pre class="markdown-code">{markHidden(block.text)}</pre>
    case 'rule':
      return <hr />
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List class="markdown-list">
          {block.items.map((item, at) => (
            <li key={at} data-depth={Math.min(item.depth, 3)}>
              {inline(item.text)}
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <table class="table">
          <thead>
            <tr>
              {block.head.map((cell, at) => (
                <th scope="col" key={at}>
                  {inline(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{inline(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
  }
}

function Piece({
  part,
  citation,
}: {
  part: Inline
  citation: (marker: string) => ComponentChildren
}) {
  switch (part.kind) {
    case 'text':
      return <>{markHidden(part.text)}</>
    case 'code':
      return <code>{markHidden(part.text)}</code>
    case 'citation':
      return <>{citation(part.marker)}</>
    case 'link':
      return (
        <a href={part.href} title={part.href} target="_blank" rel="noreferrer noopener nofollow">
          <Pieces parts={part.parts} citation={citation} />
        </a>
      )
    case 'strong':
      return (
        <strong>
          <Pieces parts={part.parts} citation={citation} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Pieces parts={part.parts} citation={citation} />
        </em>
      )
  }
}

function Pieces({
  parts,
  citation,
}: {
  parts: readonly Inline[]
  citation: (marker: string) => ComponentChildren
}) {
  return (
    <>
      {parts.map((part, at) => (
        <Piece key={at} part={part} citation={citation} />
      ))}
    </>
  )
}
