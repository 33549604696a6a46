import { useEffect, useState } from 'preact/hooks'
import { useSettled } from '../../parts/use-settled.ts'
import { setQuery } from '../../shell/router.ts'
import { fromShared, toShared } from './shared-text.ts'

/** The text of this tab, also while another view is open. */
let kept = ''

export interface HeldText {
  readonly text: string
  /** Whether the address carries it, so that a link to it shows the same. */
  readonly isShared: boolean
  set(text: string): void
}

/** The text to prune: in the address where it is short enough, else in this tab alone. */
export function useText(shared: string): HeldText {
  const [text, setText] = useState(kept)
  const [isShared, setShared] = useState(shared !== '')
  const settled = useSettled(text)
  const set = (next: string): void => {
    kept = next
    setText(next)
  }
  useEffect(() => {
    if (kept !== '' || shared === '') return
    fromShared(shared)
      .then((found) => found !== undefined && set(found))
      .catch(reportError)
  }, [])
  useEffect(() => {
    if (settled !== text || (settled === '' && shared !== '' && kept === '')) return
    toShared(settled)
      .then((form) => {
        // Something else may be open by now, whose address is its own.
        if (!location.hash.startsWith('#/prune')) return
        setShared(form !== undefined)
        setQuery({ text: settled === '' ? '' : form })
      })
      .catch(reportError)
  }, [settled])
  return { text, isShared, set }
}
