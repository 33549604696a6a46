import type { OutputOf } from '../../api/operations.ts'

type Shown = OutputOf<'requests.show'>

/** The request as a command; the key stays where it is, in the environment. */
export function asCurl({ path, body, headers }: Shown, origin: string): string {
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
