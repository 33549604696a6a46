import { useState } from 'preact/hooks'
import { markHidden } from '../../../core/text/mark-hidden.ts'
import { useCall } from '../api/use-call.ts'
import { say } from '../locale/say.ts'
import { Dialog } from '../parts/dialog.tsx'
import { moment } from '../parts/numbers.ts'
import { linkTo } from './router.ts'
import { applyTheme, type Theme, themeName } from './theme.ts'
import { views } from './views.ts'

interface Command {
  readonly label: string
  readonly note: string
  run(): void
}

const mostShown = 12
const mostConversations = 200

/** One field that leads anywhere: views, conversations, servers, the theme. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const commands = useCommands()
  const found = matching(commands, text)
  const choose = (command: Command | undefined): void => {
    if (!command) return
    command.run()
    onClose()
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((last) => (last + step + found.length) % Math.max(1, found.length))
    }
    // What stands in the field counts, also where it was typed faster than the list was drawn.
    const field = event.currentTarget
    const typed = field instanceof HTMLInputElement ? field.value : text
    if (event.key === 'Enter') choose(typed === text ? found[at] : matching(commands, typed)[0])
  }
  return (
    <Dialog label={say('Go anywhere')} onClose={onClose}>
      <input
        class="input palette-input"
        placeholder={say('Go to a view, a conversation, a server …')}
        aria-label={say('Go to')}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${at}`}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div
        class="palette-list"
        id="palette-list"
        role="listbox"
        aria-label={say('Where to')}
        tabIndex={-1}
      >
        {found.map((command, index) => (
          <div
            key={`${command.label} ${command.note}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            class="palette-line"
            onClick={() => choose(command)}
            onKeyDown={onKey}
          >
            <span class="one-line">{command.label}</span>
            <span class="soft one-line">{command.note}</span>
          </div>
        ))}
        {found.length === 0 && <p class="panel-body soft">{say('Nothing matches.')}</p>}
      </div>
    </Dialog>
  )
}

const goTo = (...parts: readonly [string, ...string[]]): (() => void) => {
  return () => {
    location.hash = linkTo(...parts)
  }
}

const themes: readonly Theme[] = ['light', 'dark', 'system']

function useCommands(): readonly Command[] {
  const conversations = useCall('conversations.list', {}).value?.conversations ?? []
  const servers = useCall('gateway.list', {}).value?.servers ?? []
  return [
    ...views.map(({ name, title }, at) => ({
      label: title,
      note: say('key {}', at + 1),
      run: goTo(name),
    })),
    ...conversations.slice(0, mostConversations).map(({ id, title, agent, models, last_at }) => ({
      label: markHidden(title ?? models[0] ?? say('Conversation')),
      note: `${agent || say('conversation')}, ${moment(last_at)}`,
      run: goTo('conversations', id),
    })),
    ...servers.map(({ server: name }) => ({
      label: name,
      note: say('server'),
      run: goTo('tools'),
    })),
    ...themes.map((theme) => ({
      label: themeName(theme),
      note: say('appearance'),
      run: () => applyTheme(theme),
    })),
  ]
}

/** Those that hold every word; all of them before anything is typed. */
function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return commands
    .filter(({ label, note }) => {
      const said = `${label} ${note}`.toLowerCase()
      return words.every((word) => said.includes(word))
    })
    .slice(0, mostShown)
}
