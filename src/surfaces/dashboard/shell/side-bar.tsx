import { useState } from 'preact/hooks'
import { useFeed } from '../api/feed.tsx'
import { useCall } from '../api/use-call.ts'
import { say } from '../locale/say.ts'
import { Icon } from './icons.tsx'
import { linkTo } from './router.ts'
import { applyTheme, currentTheme, nextTheme, type Theme, themeName } from './theme.ts'
import { views } from './views.ts'

interface SideBarProps {
  readonly current: string
  readonly version: string | undefined
  readonly onPalette: () => void
}

/** Where one is and where one can go; at its foot, whether the daemon answers. */
export function SideBar({ current, version, onPalette }: SideBarProps) {
  const [theme, setTheme] = useState<Theme>(currentTheme)
  const { connection } = useFeed()
  const turnTheme = (): void => {
    const next = nextTheme(theme)
    applyTheme(next)
    setTheme(next)
  }
  const says = {
    connecting: say('Connecting'),
    live: version === undefined ? say('Connected') : say('Running, version {}', version),
    lost: say('The daemon does not answer'),
  }[connection]
  return (
    <header class="side">
      <a class="brand" href={linkTo('live')}>
        <Icon name="brand" size={22} /> Tamis
      </a>
      <button type="button" class="button palette-button" onClick={onPalette}>
        {say('Go to …')} <kbd>Ctrl K</kbd>
      </button>
      <nav class="nav" aria-label={say('Views')}>
        {views.map(({ name, title, short = title }, at) => (
          <a
            key={name}
            href={linkTo(name)}
            aria-current={name === current ? 'page' : undefined}
            aria-keyshortcuts={String(at + 1)}
          >
            <Icon name={name} /> <span class="nav-title">{title}</span>
            <span class="nav-short" aria-hidden="true">
              {short}
            </span>
            {name === 'tools' && <Waiting key={current} />}
          </a>
        ))}
      </nav>
      <div class="side-foot">
        <span class="connection" role="status">
          <i class="dot" data-state={connection} />
          {says}
        </span>
        <button type="button" class="button button-quiet" onClick={turnTheme}>
          {themeName(theme)}
        </button>
      </div>
    </header>
  )
}

/** How many servers have tools that nobody has approved yet. */
function Waiting() {
  const { value } = useCall('gateway.list', {})
  const waiting = (value?.servers ?? []).filter(
    ({ isQuarantined, pending }) => isQuarantined || pending > 0,
  ).length
  if (waiting === 0) return null
  return (
    <span class="nav-count" title={say('Waiting for approval')}>
      {waiting}
      <span class="visually-hidden"> {say('Waiting for approval')}</span>
    </span>
  )
}
