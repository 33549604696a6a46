/** The field of a form that was just opened: whoever opened it wants to write. */
export function focusOn(node: HTMLElement | null): void {
  node?.focus()
}

/** The beginning of something that was opened from a place which had the focus; not on a page just loaded. */
export function focusIfOpened(node: HTMLElement | null): void {
  if (document.activeElement !== document.body) node?.focus({ preventScroll: true })
}
