import { z } from 'zod'

const source = z.union([z.string(), z.array(z.string())])
const notebook = z.looseObject({
  cells: z.array(z.looseObject({ cell_type: z.string(), source: source.default('') })),
})

/** The cells of a Jupyter notebook as Markdown, outputs left out; `undefined` when it is none. */
export function notebookText(json: string): string | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return undefined
  }
  const read = notebook.safeParse(parsed)
  if (!read.success) return undefined
  return read.data.cells
    .map(({ cell_type, source: text }) => {
      const body = (Array.isArray(text) ? text.join('') : text).trimEnd()
      return cell_type === 'code' ? `\`\`\`python\n${body}\n\`\`\`` : body
    })
    .join('\n\n')
}
