import { useEffect, useRef } from 'preact/hooks'
import { useCall } from '../api/use-call.ts'
import { linkTo, useRoute } from './router.ts'
import { SideBar } from './side-bar.tsx'
import { TokenGate } from './token-gate.tsx'
import { type View, views } from './views.ts'

/** The frame around every view. */
export function App() {
  const { view: name, rest } = useRoute()
  const health = useCall('health', {})
  const main = useRef<HTMLElement>(null)
  const view = views.find((candidate) => candidate.name === name) ?? views[0]
  useNumberKeys(views)
  useEffect(() => {
    document.title = view ? `${view.title} · Tamis` : 'Tamis'
    main.current?.scrollTo(0, 0)
  }, [view])
  if (health.failure?.code === 'token_invalid') return <TokenGate />
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <SideBar current={view?.name ?? ''} health={health} />
      <main class="main" id="main" ref={main} tabIndex={-1}>
        {view && <view.component rest={rest} key={view.name} />}
      </main>
    </div>
  )
}

/** 1 to 9 open the views, except while somebody types. */
function useNumberKeys(all: readonly View[]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select')
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return
      const view = all[Number(event.key) - 1]
      if (view) location.hash = linkTo(view.name)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [all])
}
