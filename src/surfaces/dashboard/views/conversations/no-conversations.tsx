import { useEffect } from 'preact/hooks'
import { useFeed } from '../../api/feed.tsx'
import { LoadDemoButton } from '../../demo/load-demo-button.tsx'
import { say } from '../../locale/say.ts'
import { CommandLine } from '../../parts/command-line.tsx'

/** Nothing has come through yet: the one step that changes that. The first request is shown as it comes. */
export function NoConversations({ onRow }: { onRow: () => void }) {
  const { onRows, connections } = useFeed()
  useEffect(() => {
    // Something may have come before the stream was there.
    if (connections > 0) onRow()
    return onRows(onRow)
  }, [connections])
  return (
    <div class="view">
      <h1>{say('Conversations')}</h1>
      <section class="panel empty">
        <div>
          <h2>{say('No conversation has come through yet')}</h2>
          <p class="soft">
            {say(
              'Point an agent at this daemon. Each of its conversations appears here with what it cost and saved, and each request as the provider received it, next to what was left out.',
            )}
          </p>
        </div>
        <CommandLine command="tamis setup claude" />
        <LoadDemoButton />
      </section>
    </div>
  )
}
