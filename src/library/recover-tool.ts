import { z } from 'zod'
import type { Tamis } from './open-tamis.ts'

/** The tool under this name brings back what was left out, and its results are never shortened. */
export const recoverName = 'recover'

/** What a model is told of it. */
export const recoverDescription =
  'Brings back what was left out of a tool result. Markers name the id; with `search` only the lines that hold a term come back.'

export const recoverInput = z.object({
  id: z.string().describe('The id in a marker, for instance prn_…'),
  search: z.string().min(1).optional().describe('Only lines that hold this term, and two around'),
})

/** The lines behind an id, as the model reads them. */
export async function recovered(
  tamis: Pick<Tamis, 'recover'>,
  { id, search }: z.infer<typeof recoverInput>,
): Promise<string> {
  const { raw_text } = await tamis.recover({ id, ...(search === undefined ? {} : { search }) })
  return raw_text
}
