/** What names are made of in practice; a server may call its tool anything, also a whole text. */
const plainName = /^[A-Za-z0-9_./-]{1,64}$/

/** The name if it is plain, else `other`. */
export function plainOr(name: string): string {
  return plainName.test(name) ? name : 'other'
}

/**
 * Names that others chose, as values of a label: plain ones, and of all scopes together no more than
 * `most`, the first that come; the rest are `other`.
 */
export function nameLabels(most: number): (name: string, scope?: string) => string {
  const known = new Set<string>()
  return (name, scope = '') => {
    const key = JSON.stringify([scope, name])
    if (known.has(key)) return name
    if (known.size >= most || plainOr(name) !== name) return 'other'
    known.add(key)
    return name
  }
}
