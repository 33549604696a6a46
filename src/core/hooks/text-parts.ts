import { z } from 'zod'

const parts = z.array(z.strictObject({ type: z.literal('text'), text: z.string() })).length(1)

/** An answer in MCP's form that is one text, and the same with another one. */
export function textParts(
  content: unknown,
): { readonly text: string; instead(text: string): unknown } | undefined {
  const [part] = parts.safeParse(content).data ?? []
  return part && { text: part.text, instead: (text) => [{ type: 'text', text }] }
}
