import { foreignMarker, type MarkerLocale } from './marker.ts'

/** Whether something was left out under this id. */
export type IsOurs = (id: string) => Promise<boolean>

/** From its bracket to its end, on one line. */
const marker = /⟦(?:TAMIS|PRUN(?:É|ED)):? [^⟦⟧\n]*⟧?/g
const anyId = /\b[a-z]{3}_[a-z0-9]{8,}(?![a-z0-9])/g

/**
 * A text in which no marker can be taken for ours that is not: anybody who writes what a tool prints
 * could name a file or a command in one. `undefined` when all are ours. What was read from a file is
 * edited as it stands, so that a line at its end says it instead.
 */
export async function defuseMarkers(
  text: string,
  isOurs: IsOurs,
  isFile: boolean,
  locale: MarkerLocale,
): Promise<string | undefined> {
  const markers = text.match(marker) ?? []
  const ids = new Set(markers.flatMap((one) => one.match(anyId) ?? []))
  const ours = new Set<string>()
  for (const id of ids) if (await isOurs(id)) ours.add(id)
  const isForeign = (one: string): boolean => {
    const named = one.match(anyId) ?? []
    // A second marker of a text names no id: the first one did.
    return named.length === 0 ? ours.size === 0 : named.some((id) => !ours.has(id))
  }
  const foreign = markers.filter(isForeign).length
  if (foreign === 0) return undefined
  if (isFile) return `${text}\n${foreignMarker(foreign, locale)}`
  return text.replaceAll(marker, (one) =>
    isForeign(one) ? one.replace('⟦', '[').replace('⟧', ']') : one,
  )
}
