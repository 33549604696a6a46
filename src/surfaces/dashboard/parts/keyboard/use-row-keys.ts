import { useRef } from 'preact/hooks'
import { useKeys } from './use-keys.ts'

/** `j` and `k` move the focus from link to link of a list. */
export function useRowKeys<Node extends HTMLElement>() {
  const list = useRef<Node>(null)
  const step = (by: number): void => {
    const rows = [...(list.current?.querySelectorAll('a') ?? [])]
    const now = rows.indexOf(document.activeElement as HTMLAnchorElement)
    const next = now === -1 ? (by > 0 ? 0 : rows.length - 1) : now + by
    rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus()
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
  return list
}
