/** The field of a form that was just opened: whoever opened it wants to write. */
export function focusOn(node: HTMLElement | null): void {
  node?.focus()
}
