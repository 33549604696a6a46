import { useLayoutEffect, useRef } from 'preact/hooks'
import { useKeys } from '../../parts/keyboard/use-keys.ts'

/** Where each request was scrolled to, while the page is open. */
const scrolled = new Map<string, number>()

/** `j` and `k` go from message to message, `n` and `p` from omission to omission, `o` turns the side. */
export function useMessageKeys(id: string, turnSide: () => void) {
  const list = useRef<HTMLOListElement>(null)

  const step = (selector: string, by: number): void => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const now = all.findIndex((one) => one.contains(document.activeElement))
    const at = now === -1 ? (by > 0 ? 0 : all.length - 1) : now + by
    const next = all[Math.min(Math.max(at, 0), all.length - 1)]
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: selector === '.chip' ? 'center' : 'start' })
  }

  useLayoutEffect(() => {
    const node = list.current
    if (!node) return
    node.scrollTop = scrolled.get(id) ?? 0
    const onScroll = (): void => void scrolled.set(id, node.scrollTop)
    node.addEventListener('scroll', onScroll, { passive: true })
    return () => node.removeEventListener('scroll', onScroll)
  }, [id])

  useKeys({
    j: () => step('.message-item', 1),
    k: () => step('.message-item', -1),
    n: () => step('.chip', 1),
    p: () => step('.chip', -1),
    o: turnSide,
  })

  return { list, omissions: (by: number) => step('.chip', by) }
}
