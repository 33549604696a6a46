import { useEffect } from 'preact/hooks'

/** Something that had the focus, and how to know it again when it was drawn anew. */
interface Held {
  readonly node: HTMLElement
  readonly label: string
  /** The row or panel it was in. */
  readonly around: Element | null
}

const mostHeld = 12

/**
 * Where what had the focus is taken away, the focus goes back to what had it before: to the button
 * that opened it, or the row that led there. Nobody has to begin again at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let held: readonly Held[] = []
    /** What was given the focus for want of something better, and how far down the list it stands. */
    let stopgap: { readonly node: Element; readonly rank: number } | undefined
    let isGiving = false
    /** Whether something was chosen last; rows that leave a long list under Tab take nobody back. */
    let isChosen = false
    const onKey = ({ key }: KeyboardEvent): void => {
      isChosen = key === 'Enter' || key === 'Escape' || key === ' '
    }
    const onClick = (): void => {
      isChosen = true
    }
    const onFocus = ({ target }: FocusEvent): void => {
      if (isGiving || !(target instanceof HTMLElement) || target.closest('dialog, .back')) return
      const now = { node: target, label: labelOf(target), around: aroundOf(target) }
      held = [now, ...held.filter(({ node }) => node !== target)].slice(0, mostHeld)
      stopgap = undefined
    }
    /** By address: the link that was followed from there. */
    const followed = new Map<string, Held>()
    const onLeave = ({ oldURL, newURL }: HashChangeEvent): void => {
      const [last] = held
      if (last?.label === pathOf(newURL)) followed.set(pathOf(oldURL), last)
      const link = followed.get(pathOf(newURL))
      if (link) held = [link, ...held.filter((one) => one !== link)]
    }
    const give = (node: HTMLElement): boolean => {
      isGiving = true
      node.focus({ preventScroll: true })
      isGiving = false
      return document.activeElement === node
    }
    const giveBack = (candidates: readonly Held[]): boolean => {
      for (const [rank, one] of candidates.entries()) {
        const next = one.node.isConnected ? one.node : drawnAnew(one)
        if (!next || !give(next)) continue
        stopgap = { node: next, rank }
        return true
      }
      return false
    }
    const isLost = (): boolean =>
      held[0]?.node.isConnected === false && document.activeElement === document.body
    const giveToMain = (): void => {
      const main = document.getElementById('main')
      if (main && give(main)) stopgap = { node: main, rank: held.length }
    }
    const watcher = new MutationObserver(() => {
      if (!isChosen) return
      // A row that is still being fetched is better than what was found meanwhile.
      if (stopgap && document.activeElement === stopgap.node) giveBack(held.slice(0, stopgap.rank))
      else if (isLost() && !giveBack(held)) giveToMain()
    })
    document.addEventListener('focusin', onFocus)
    addEventListener('hashchange', onLeave)
    addEventListener('keydown', onKey, true)
    addEventListener('click', onClick, true)
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      removeEventListener('hashchange', onLeave)
      removeEventListener('keydown', onKey, true)
      removeEventListener('click', onClick, true)
      watcher.disconnect()
    }
  }, [])
}

/** A link to the same place anywhere, or a control of the same name in the same row or panel. */
function drawnAnew({ node, label, around }: Held): HTMLElement | undefined {
  const place = node instanceof HTMLAnchorElement ? document : around?.isConnected ? around : null
  const same = [...(place?.querySelectorAll<HTMLElement>(node.tagName) ?? [])]
  return same.find((one) => labelOf(one) === label)
}

/** `#/memory/lrn_1` of an address, without what the view is narrowed to. */
function pathOf(url: string): string {
  return new URL(url).hash.split('?')[0] ?? ''
}

function labelOf(node: HTMLElement): string {
  const href = node.getAttribute('href')?.split('?')[0]
  return href ?? node.getAttribute('aria-label') ?? node.textContent?.slice(0, 80) ?? ''
}

function aroundOf(node: HTMLElement): Element | null {
  return node.closest('tr') ?? node.closest('li') ?? node.closest('section')
}
