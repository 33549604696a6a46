import { useEffect, useState } from 'preact/hooks'

/** The width below which the page is laid out for a phone. */
const narrow = '(max-width: 760px)'

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  return useMedia(narrow)
}

/** Whether a media query holds, as long as it does. */
export function useMedia(media: string): boolean {
  const [isSo, setSo] = useState(() => matchMedia(media).matches)
  useEffect(() => {
    const query = matchMedia(media)
    const onChange = (): void => setSo(query.matches)
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }, [media])
  return isSo
}
