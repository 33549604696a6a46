/** Recovery ids of pictures, sounds and files begin like this: what they bring back is a block, not lines. */
export const mediaPrefix = 'med_'

export function isMediaId(id: string): boolean {
  return id.startsWith(mediaPrefix)
}
