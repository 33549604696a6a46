import type { Edit, Path } from '../../wire/conversation.ts'

/** The list with some values replaced. Only what lies on an edited path is copied; the rest is shared. */
export function applyEdits<Item>(list: readonly Item[], edits: readonly Edit[]): readonly Item[] {
  if (edits.length === 0) return list
  const copied = new Set<object>()
  const root = [...list]
  copied.add(root)
  for (const { path, value } of edits) setAt(root, path, value, copied)
  return root
}

function setAt(root: object, path: Path, value: unknown, copied: Set<object>): void {
  let holder = root
  for (const key of path.slice(0, -1)) {
    const child: unknown = Reflect.get(holder, key)
    if (typeof child !== 'object' || child === null) return
    const own = copied.has(child) ? child : copy(child)
    copied.add(own)
    Reflect.set(holder, key, own)
    holder = own
  }
  Reflect.set(holder, path.at(-1) ?? '', value)
}

function copy(value: object): object {
  return Array.isArray(value) ? [...value] : { ...value }
}
