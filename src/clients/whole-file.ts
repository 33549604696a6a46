import type { Editor } from './editor.ts'

/** The one value of a file that is ours from its first byte to its last. */
export const wholeText = ['text'] as const

/** A file that nobody writes but us: a plugin of another program. */
export const wholeFileEditor: Editor = {
  empty: '',
  parse: (text) => ({ text }),
  set: (_, __, value) => String(value),
  remove: () => '',
}
