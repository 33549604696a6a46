import { useEffect, useState } from 'preact/hooks'
import { useFeed } from '../../api/feed.tsx'
import { say } from '../../locale/say.ts'
import { duration } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

const tickMs = 250
const mostShown = 6

/** Requests under way, each with the time it has taken so far. */
export function RunningRequests() {
  const { running } = useFeed()
  const now = useClock(running.length > 0)
  if (running.length === 0) return null
  const more = running.length - mostShown
  return (
    <ul class="running" aria-label={say('Under way')}>
      {running.slice(0, mostShown).map(({ id, at, model, agent }) => (
        <li key={id} class="running-line">
          <i class="dot" data-state="live" />
          <ForeignText
            text={[agent, model].filter(Boolean).join(' · ') || say('request')}
            most={80}
          />
          <span class="number soft">{duration(Math.max(0, now - at))}</span>
        </li>
      ))}
      {more > 0 && <li class="running-line soft">{say('and {} more under way', more)}</li>}
    </ul>
  )
}

/** The time, while somebody looks at something that takes some. */
function useClock(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
