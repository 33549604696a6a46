import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isInDemo, leaveDemo } from '../api/access-token.ts'
import { FeedProvider } from '../api/feed.tsx'
import { useCall } from '../api/use-call.ts'
import { DemoBanner } from '../demo/demo-banner.tsx'
import { say } from '../locale/say.ts'
import { useKeys } from '../parts/keyboard/use-keys.ts'
import { CommandPalette } from './command-palette.tsx'
import { useKeptFocus } from './keep-focus.ts'
import { KeyHelp } from './key-help.tsx'
import { linkTo, useRoute } from './router.ts'
import { SideBar } from './side-bar.tsx'
import { TokenGate } from './token-gate.tsx'
import { useEscape } from './use-escape.ts'
import { hiddenViews, views } from './views.ts'

/** The whole page. */
export function App() {
  return (
    <FeedProvider>
      <Frame />
    </FeedProvider>
  )
}

/** The token of the demo no longer counts: the person's own data again. */
function DemoIsOver() {
  useEffect(() => {
    leaveDemo()
    location.reload()
  }, [])
  return null
}

/** The frame around every view. */
function Frame() {
  const route = useRoute()
  const health = useCall('health', {})
  const main = useRef<HTMLElement>(null)
  const view = [...views, ...hiddenViews].find(({ name }) => name === route.view) ?? views[0]
  const { overlay, setOverlay } = useShellKeys()
  useEscape()
  useKeptFocus()
  useEffect(() => {
    document.title = view ? `${view.title} · Tamis` : 'Tamis'
    main.current?.scrollTo(0, 0)
  }, [view])
  if (health.failure?.code === 'token_invalid') {
    // The demo has expired or was removed elsewhere: back to what is one's own.
    if (isInDemo()) return <DemoIsOver />
    return <TokenGate />
  }
  const close = (): void => setOverlay(undefined)
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {say('Skip to content')}
      </button>
      <SideBar
        current={view?.name === 'requests' ? 'conversations' : (view?.name ?? '')}
        version={health.value?.version}
        onPalette={() => setOverlay('palette')}
      />
      <main class="main" id="main" ref={main} tabIndex={-1}>
        <DemoBanner />
        {view && <view.component route={route} key={view.name} />}
      </main>
      {overlay === 'palette' && <CommandPalette onClose={close} />}
      {overlay === 'help' && <KeyHelp onClose={close} />}
    </div>
  )
}

type Overlay = 'palette' | 'help' | undefined

/** 1 to 9 open the views, Ctrl K the palette, `?` the list of keys. */
function useShellKeys() {
  const [overlay, setOverlay] = useState<Overlay>()
  useKeys({
    '?': () => setOverlay('help'),
    ...Object.fromEntries(
      views.map(({ name }, at) => [
        String(at + 1),
        () => {
          location.hash = linkTo(name)
        },
      ]),
    ),
  })
  useLayoutEffect(() => {
    // Also while somebody types.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOverlay('palette')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return { overlay, setOverlay }
}
