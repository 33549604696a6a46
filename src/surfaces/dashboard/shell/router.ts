import { useEffect, useState } from 'preact/hooks'

/** Where the page is: the view, and what follows it in the address. */
export interface Route {
  readonly view: string
  readonly rest: string
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

/** The address of a view, for links. */
export function linkTo(view: string, rest = ''): string {
  return rest === '' ? `#/${view}` : `#/${view}/${encodeURIComponent(rest)}`
}

function readRoute(): Route {
  const [, view = '', rest = ''] = location.hash.split('/')
  return { view, rest: decode(rest) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A hand-typed address need not be well formed.
    return ''
  }
}
