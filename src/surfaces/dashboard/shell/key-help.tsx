import { say } from '../locale/say.ts'
import { Dialog } from '../parts/dialog.tsx'
import { views } from './views.ts'

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K', say('Go anywhere')],
  ['?', say('This list')],
  [`1 – ${views.length}`, say('Open a view')],
  ['j  k', say('Next and previous message or row')],
  ['n  p', say('Next and previous omission of a request')],
  ['Enter', say('Open the focused item')],
  ['o', say('Original, sent or difference')],
  ['/', say('Find')],
  ['Esc', say('Close, or leave the field')],
]

/** What the keyboard can do. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label={say('Keyboard')} onClose={onClose}>
      <div class="panel-body">
        <h2>{say('Keyboard')}</h2>
        <dl class="keys">
          {keys.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
