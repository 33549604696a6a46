import { parse, YAMLParseError } from 'yaml'
import type { Header } from '../../ports/store/memories.ts'

const fence = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)/

/** Splits a Markdown text into its YAML header and the rest. */
export function splitHeader(text: string): Header {
  const match = fence.exec(text)
  if (match === null) return { kind: 'none' }
  try {
    // No custom tags, and aliases bounded: a note is data.
    const fields: unknown = parse(match[1] ?? '', {
      schema: 'core',
      maxAliasCount: 0,
      logLevel: 'error',
    })
    return { kind: 'header', fields, body: text.slice(match[0].length) }
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error
    return { kind: 'invalid', reason: `frontmatter: ${error.message.split('\n')[0] ?? ''}` }
  }
}
