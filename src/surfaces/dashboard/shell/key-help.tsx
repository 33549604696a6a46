import { Dialog } from '../parts/dialog.tsx'
import { views } from './views.ts'

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Go anywhere'],
  ['?', 'This list'],
  [`1 – ${views.length}`, 'Open a view'],
  ['j  k', 'Next and previous message or row'],
  ['n  p', 'Next and previous omission of a request'],
  ['Enter', 'Open what has the focus'],
  ['o', 'Original, sent or difference'],
  ['/', 'Find'],
  ['Esc', 'Close, or leave the field'],
]

/** What the keyboard can do. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Keyboard" onClose={onClose}>
      <div class="panel-body">
        <h2>Keyboard</h2>
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
