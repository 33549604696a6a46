/** Something that is remembered of a conversation; the name tells one such thing from another. */
export interface Facet<Value> {
  readonly name: string
  /** Never there at run time. */
  readonly value?: Value
}

export function facet<Value>(name: string): Facet<Value> {
  return { name }
}

/** What is remembered of one conversation. Gone once the memory needs its place for others. */
export interface Remembered {
  get<Value>(facet: Facet<Value>): Value | undefined
  /** `bytes` is about what the value holds on to, and counts against the budget of all. */
  set<Value>(facet: Facet<Value>, value: Value, bytes: number): void
  delete(facet: Facet<unknown>): void
}

/** The conversations of one namespace: none sees those of another. */
export interface ConversationSpace {
  /** A place for a new conversation; it counts as just used. `onLeave` is called while what was set is still there. */
  add(onLeave?: (one: Remembered) => void): Remembered
  /** It was just used: others leave first. */
  use(one: Remembered): void
  /** Those that have this, the last used first, at most `limit`. */
  recent<Value>(facet: Facet<Value>, limit: number): readonly Value[]
  /** Whether it is still there. */
  has(one: Remembered): boolean
}

/** One memory for all namespaces of a process. */
export interface ConversationMemory {
  space(name: string): ConversationSpace
  bytes(): number
  count(): number
}

interface Node extends Remembered {
  readonly space: string
  readonly facets: Map<string, { readonly value: unknown; readonly bytes: number }>
  bytes: number
  isHeld: boolean
  readonly onLeave: ((one: Remembered) => void) | undefined
  older: Node | undefined
  newer: Node | undefined
}

/** What all conversations of a process may hold on to. */
export const memoryBytes = 256 * 1024 * 1024
const mostConversations = 4000
/** What a conversation takes besides what is set. */
const ownBytes = 1024

/** Bounded by one budget; the conversation unheard of for longest leaves first, of whichever namespace. */
export function conversationMemory(maxBytes = memoryBytes): ConversationMemory {
  let newest: Node | undefined
  let oldest: Node | undefined
  let bytes = 0
  let count = 0

  function unlink(node: Node): void {
    if (node.older) node.older.newer = node.newer
    else oldest = node.newer
    if (node.newer) node.newer.older = node.older
    else newest = node.older
    node.older = undefined
    node.newer = undefined
  }

  function linkNewest(node: Node): void {
    node.older = newest
    if (newest) newest.newer = node
    else oldest = node
    newest = node
  }

  function grow(node: Node, more: number): void {
    node.bytes += more
    if (!node.isHeld) return
    bytes += more
    while (oldest && oldest !== newest && (bytes > maxBytes || count > mostConversations))
      drop(oldest)
  }

  function drop(node: Node): void {
    node.onLeave?.(node)
    unlink(node)
    bytes -= node.bytes
    count--
    node.isHeld = false
    node.facets.clear()
  }

  function newNode(space: string, onLeave: Node['onLeave']): Node {
    const facets: Node['facets'] = new Map()
    const node: Node = {
      space,
      facets,
      bytes: 0,
      isHeld: true,
      onLeave,
      older: undefined,
      newer: undefined,
      get: <Value>({ name }: Facet<Value>) => facets.get(name)?.value as Value | undefined,
      set({ name }, value, size) {
        if (!node.isHeld) return
        const before = facets.get(name)?.bytes ?? 0
        facets.set(name, { value, bytes: size })
        grow(node, size - before)
      },
      delete({ name }) {
        const before = facets.get(name)?.bytes ?? 0
        facets.delete(name)
        grow(node, -before)
      },
    }
    return node
  }

  function isNode(one: Remembered): one is Node {
    return 'isHeld' in one
  }

  return {
    bytes: () => bytes,
    count: () => count,
    space: (name) => ({
      add(onLeave) {
        const node = newNode(name, onLeave)
        linkNewest(node)
        count++
        grow(node, ownBytes)
        return node
      },
      use(one) {
        if (!isNode(one) || !one.isHeld || one === newest) return
        unlink(one)
        linkNewest(one)
      },
      has: (one) => isNode(one) && one.isHeld,
      recent(wanted, limit) {
        const found = []
        for (let node = newest; node && found.length < limit; node = node.older) {
          const value = node.space === name ? node.get(wanted) : undefined
          if (value !== undefined) found.push(value)
        }
        return found
      },
    }),
  }
}
