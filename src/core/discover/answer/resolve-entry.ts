import { closest } from '../../text/closest.ts'
import { foldText } from '../../text/fold.ts'
import { resolveToolId } from '../catalog/resolve-tool-id.ts'
import type { View } from './view.ts'

/** The entry an intent names outright: by its id, by its name, or in the very words it is described with. */
export function resolveEntry(view: View, intent: string): number | undefined {
  const written = intent.trim()
  if (/\s/.test(written)) return view.positions.get(written) ?? view.spoken.get(foldText(written))
  const id = resolveToolId(view.tools, written) ?? written
  return view.positions.get(id) ?? view.positions.get(`cap:${written}`)
}

/** What an unknown id most likely was meant to be. */
export function didYouMean(view: View, written: string): string | undefined {
  if (!/^(?:tool|cap):\S+$/.test(written.trim())) return undefined
  return closest(written.trim(), view.positions.keys())
}
