import { closest } from '../../text/closest.ts'
import { foldText } from '../../text/fold.ts'
import { resolveToolId } from '../catalog/code-names.ts'
import type { View } from './view.ts'

/** The entry an intent names outright: by its id, by its name, or in the very words it is described with. */
export function resolveEntry(view: View, intent: string): number | undefined {
  const written = intent.trim()
  if (/\s/.test(written)) return view.positions.get(written) ?? view.spoken.get(foldText(written))
  const id = resolveToolId(view.tools, written) ?? written
  return view.positions.get(id) ?? view.positions.get(`cap:${written}`)
}

/** What an unknown id most likely was meant to be. */
export function didYouMean(
  view: View,
  written: string,
  isShown: IsShown = () => true,
): string | undefined {
  if (!/^(?:tool|cap):\S+$/.test(written.trim())) return undefined
  return nearest(view, written.trim(), isShown)
}

/** Whether a caller may see what an id stands for. */
export type IsShown = (entry: { readonly id: string }) => boolean

/** The id that is most like what was written, of those that may be seen. */
export function nearest(view: View, written: string, isShown: IsShown): string | undefined {
  return closest(
    written,
    [...view.positions.keys()].filter((id) => isShown({ id })),
  )
}
