import { useEffect } from 'preact/hooks'

/** Escape closes what was opened last around the focus: a form, what lies below a button, an open item. */
export function useEscape(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return
      if (target.closest('dialog') || isBusyField(target)) return
      const closes = closerOf(target)
      if (!closes) return
      event.preventDefault()
      if (closes.hasAttribute('aria-expanded')) closes.focus()
      closes.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** The browser empties a field of search first. */
function isBusyField(target: Element): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
}

function closerOf(target: Element): HTMLElement | null {
  const expanded = '[aria-expanded="true"]'
  return (
    target.closest('form')?.querySelector<HTMLElement>('[data-cancel]') ??
    target.closest(`li:has(${expanded})`)?.querySelector<HTMLElement>(expanded) ??
    target
      .closest('section')
      ?.querySelector<HTMLElement>(`:scope > .panel-head ${expanded}, .citation-mark${expanded}`) ??
    (target.matches('input, select, textarea') ? null : document.querySelector('.main .back'))
  )
}
