import { useEffect, useState } from 'preact/hooks'
import type { OutputOf } from '../api/operations.ts'
import type { Called } from '../api/use-call.ts'
import { Icon } from './icons.tsx'
import { linkTo } from './router.ts'
import { applyTheme, currentTheme, nextTheme, type Theme } from './theme.ts'
import { views } from './views.ts'

const checkEveryMs = 10_000

/** Where one is and where one can go; at its foot, whether the daemon answers. */
export function SideBar({
  current,
  health,
}: {
  current: string
  health: Called<OutputOf<'health'>>
}) {
  const [theme, setTheme] = useState<Theme>(currentTheme)
  const { value, failure, reload } = health
  useEffect(() => {
    const timer = setInterval(reload, checkEveryMs)
    return () => clearInterval(timer)
  }, [reload])
  const turnTheme = (): void => {
    const next = nextTheme(theme)
    applyTheme(next)
    setTheme(next)
  }
  return (
    <header class="side">
      <a class="brand" href={linkTo('live')}>
        <Icon name="brand" size={22} /> Tamis
      </a>
      <nav class="nav" aria-label="Views">
        {views.map(({ name, title }, at) => (
          <a
            key={name}
            href={linkTo(name)}
            aria-current={name === current ? 'page' : undefined}
            aria-keyshortcuts={String(at + 1)}
          >
            <Icon name={name} /> {title}
          </a>
        ))}
      </nav>
      <div class="side-foot">
        <span class="connection" role="status">
          <i class="dot" data-state={failure ? 'lost' : value ? 'live' : 'connecting'} />
          {failure
            ? 'Daemon does not answer'
            : value
              ? `Running, version ${value.version}`
              : 'Connecting'}
        </span>
        <button type="button" class="button button-quiet" onClick={turnTheme}>
          Theme: {theme}
        </button>
      </div>
    </header>
  )
}
