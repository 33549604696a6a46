import { closest } from '../text/closest.ts'
import { foldText } from '../text/fold.ts'
import type { View } from './view.ts'

/** The id of a tool however it is written: `tool:db:query`, `db:query`, or `query` when only one has it. */
export function resolveToolId(
  tools: ReadonlyMap<
    string,
    { readonly id: string; readonly name: string; readonly server: string }
  >,
  written: string,
): string | undefined {
  if (tools.has(written)) return written
  if (tools.has(`tool:${written}`)) return `tool:${written}`
  const named = [...tools.values()].filter(
    ({ name, server }) => name === written || `${server}:${name}` === written,
  )
  return named.length === 1 ? named[0]?.id : undefined
}

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
