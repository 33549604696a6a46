import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The width of an element in pixels, followed as it changes; 0 before it is known. */
export function useWidth<Node extends HTMLElement>() {
  const ref = useRef<Node>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const node = ref.current
    if (!node) return
    const measure = (): void => setWidth(node.clientWidth)
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(node)
    return () => watcher.disconnect()
  }, [])
  return { ref, width }
}
