import type { OutputOf } from '../../api/operations.ts'

type Shown = OutputOf<'requests.show'>

/** The request as a command; the key stays where it is, in the environment. */
export function asCurl({ format, path, body }: Shown, origin: string): string {
  const headers =
    format === 'anthropic-messages'
      ? ['x-api-key: $ANTHROPIC_API_KEY', 'anthropic-version: 2023-06-01']
      : ['authorization: Bearer $OPENAI_API_KEY']
  return [
    `curl -sS ${quote(`${origin}${path}`)}`,
    `-H 'content-type: application/json'`,
    ...headers.map((header) => `-H "${header}"`),
    `--data-raw ${quote(body)}`,
  ].join(' \\\n  ')
}

/** Single quotes hold everything but themselves. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
