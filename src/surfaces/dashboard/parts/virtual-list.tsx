import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { scrollable } from './keyboard/scrollable.ts'

interface VirtualListProps<Item> {
  readonly items: readonly Item[]
  readonly rowHeight: number
  readonly keyOf: (item: Item) => string | number
  readonly row: (item: Item, index: number) => ComponentChildren
  readonly label: string
  /** The row that is brought into view when the list is first drawn. */
  readonly openKey?: string | number
  /** Called when the end comes into view. */
  readonly onEnd?: () => void
}

/** Rows beyond the edges that are drawn all the same, so that scrolling shows no gaps. */
const spare = 8

/**
 * Draws only the rows in view. When rows are added above while the reader is further down, the
 * rows in view stay where they are.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, rowHeight, keyOf, row, onEnd } = props
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ first: 0, count: 40 })
  const anchor = useRef<string | number | undefined>(undefined)

  const isPlaced = useRef(false)
  const place = (node: HTMLElement): void => {
    if (isPlaced.current || items.length === 0) return
    isPlaced.current = true
    const at = items.findIndex((item) => keyOf(item) === props.openKey)
    if ((at + 1) * rowHeight > node.clientHeight)
      node.scrollTop = at * rowHeight - node.clientHeight / 2
  }

  const measure = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
    const count = Math.ceil(clientHeight / rowHeight) + 2 * spare
    setView((last) => (last.first === first && last.count === count ? last : { first, count }))
    const top = items[Math.floor(scrollTop / rowHeight)]
    anchor.current = scrollTop > 0 && top !== undefined ? keyOf(top) : undefined
    if (first + count >= items.length) onEnd?.()
  }

  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    place(node)
    if (anchor.current !== undefined) {
      const now = items.findIndex((item) => keyOf(item) === anchor.current)
      if (now > 0) node.scrollTop = now * rowHeight + (node.scrollTop % rowHeight)
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(node)
    return () => watcher.disconnect()
  }, [items, rowHeight])

  const shown = items.slice(view.first, view.first + view.count)
  return (
    <section class="virtual" ref={box} onScroll={measure} aria-label={props.label} {...scrollable}>
      <ol aria-label={props.label} style={{ height: `${items.length * rowHeight}px` }}>
        {shown.map((item, at) => (
          <li
            class="virtual-row"
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={view.first + at + 1}
            style={{ top: `${(view.first + at) * rowHeight}px`, height: `${rowHeight}px` }}
          >
            {row(item, view.first + at)}
          </li>
        ))}
      </ol>
    </section>
  )
}
