import { isContainer, type JsonTree, scanJson } from './scan-json.ts'

/** The JSON pointer (RFC 6901) of a value: `/versions/5.4.5`, and '' for the outermost. */
export function pointerOf(tree: JsonTree, node: number, places: Uint32Array): string {
  const steps: string[] = []
  for (let at = node; (tree.parent[at] ?? -1) >= 0; at = tree.parent[at] ?? -1)
    steps.push(keyOf(tree, at) ?? String(places[at] ?? 0))
  return steps
    .reverse()
    .map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
}

/** The value a pointer names in a JSON text, as it is written there; `undefined` where there is none. */
export function valueAt(text: string, pointer: string): string | undefined {
  const tree = scanJson(text)
  if (tree === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined
  let node = 0
  for (const step of pointer.split('/').slice(1)) {
    const wanted = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const child = childNamed(tree, node, wanted)
    if (child === undefined) return undefined
    node = child
  }
  return text.slice(tree.start[node], tree.end[node])
}

function childNamed(tree: JsonTree, parent: number, name: string): number | undefined {
  if (!isContainer(tree, parent)) return undefined
  let place = 0
  for (let node = parent + 1; node < tree.count && within(tree, node, parent); node++) {
    if (tree.parent[node] !== parent) continue
    if ((keyOf(tree, node) ?? String(place)) === name) return node
    place += 1
  }
  return undefined
}

function within(tree: JsonTree, node: number, parent: number): boolean {
  return (tree.start[node] ?? 0) < (tree.end[parent] ?? 0)
}

/** The key of a member; `undefined` for an element of a list. */
export function keyOf({ text, begin, start }: JsonTree, node: number): string | undefined {
  const from = begin[node] ?? 0
  const to = start[node] ?? 0
  if (from === to) return undefined
  const written = text.slice(from, text.lastIndexOf('"', to - 1) + 1)
  return written.includes('\\') ? unescaped(written) : written.slice(1, -1)
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch (error) {
    // Not the escapes of JSON: as it is written.
    if (error instanceof SyntaxError) return written.slice(1, -1)
    throw error
  }
}

/** Which child of its parent each value is, from 0. */
export function placesIn({ count, parent }: JsonTree): Uint32Array {
  const places = new Uint32Array(count)
  const children = new Uint32Array(count)
  for (let node = 1; node < count; node++) {
    const above = parent[node] ?? 0
    places[node] = children[above] ?? 0
    children[above] = (children[above] ?? 0) + 1
  }
  return places
}
