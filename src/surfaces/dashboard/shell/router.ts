import { useEffect, useState } from 'preact/hooks'

/** Where the page is: the view, what of it is open, and what it is narrowed to. */
export interface Route {
  readonly view: string
  /** What follows the view, part by part. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

/** The place in the address; changes with the back button and with links. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute)
  useEffect(() => {
    const onChange = (): void => setRoute(readRoute())
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  return route
}

/** The address of a view, for links; the query of the page goes along within one view. */
export function linkTo(view: string, ...parts: readonly string[]): string {
  const now = readRoute()
  const query = now.view === view ? now.query.toString() : ''
  const path = [view, ...parts.filter((part) => part !== '').map(encodeURIComponent)].join('/')
  return `#/${path}${query === '' ? '' : `?${query}`}`
}

/** Changes what the view is narrowed to, in the address and in place: the back button leaves the view. */
export function setQuery(changes: QueryChanges): void {
  location.replace(linkWith(changes))
}

type QueryChanges = Readonly<Record<string, string | undefined>>

/** The address of this page, narrowed otherwise. */
export function linkWith(changes: QueryChanges): string {
  const { view, parts, query } = readRoute()
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name)
    else query.set(name, value)
  }
  const path = [view, ...parts.map(encodeURIComponent)].join('/')
  const text = query.toString()
  return `#/${path}${text === '' ? '' : `?${text}`}`
}

function readRoute(): Route {
  const [path = '', query = ''] = location.hash.split('?')
  const [, view = '', ...parts] = path.split('/')
  return { view, parts: parts.map(decode), query: new URLSearchParams(query) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A hand-typed address need not be well formed.
    return ''
  }
}
