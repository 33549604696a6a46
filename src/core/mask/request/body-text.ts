import { ownCopy } from '../../text/content-memo.ts'

/** How a body begins, as it is remembered for the next request. */
export type Beginning =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }

/** A request body of which no more is made text than somebody reads. */
export interface BodyText {
  /** About how many characters. */
  readonly size: number
  whole(): string
  startsWith(beginning: Beginning): boolean
  /** What follows a beginning it has, on its own: it may be kept for longer than the body. */
  after(beginning: Beginning): string
  /** The beginning that reads `text`, behind another one where it has that. */
  beginning(text: string, behind?: Beginning): Beginning
}

/** A body that is text already. */
export function textBody(body: string): BodyText {
  return {
    size: body.length,
    whole: () => body,
    startsWith: (one) => one.kind === 'text' && isPrefix(one.text, body),
    after: (one) => ownCopy(body.slice(lengthOf(one))),
    beginning: (text, behind) => ({
      kind: 'text',
      text: body.slice(0, lengthOf(behind) + text.length),
    }),
  }
}

function lengthOf(one: Beginning | undefined): number {
  return one?.kind === 'text' ? one.text.length : 0
}

/** Two whole texts are compared ten times as fast as a text with the beginning of another. */
function isPrefix(prefix: string, text: string): boolean {
  return text.slice(0, prefix.length) === prefix
}
