/** Where a value stands in a request body, key by key. */
export type Path = readonly (string | number)[]

/** One value of the body to replace; every other byte stays. */
export interface Edit {
  readonly path: Path
  readonly value: unknown
}

/** What somebody said, or anything this product only forwards. */
export interface TextEntry {
  readonly kind: 'text'
  readonly role: 'system' | 'user' | 'assistant' | 'other'
  /** Empty unless the role is `user`: only a user's words become a goal. */
  readonly text: string
  readonly chars: number
  /** It holds the model's signed thinking, which is refused once anything before it has changed. */
  readonly isSigned?: boolean
}

/** The model asked for a tool. */
export interface CallEntry {
  readonly kind: 'call'
  readonly callId: string
  readonly tool: string
  /** The arguments as the wire has them: a JSON text, a free text, or an object. */
  readonly input: unknown
  readonly inputPath: Path
  /** Calls of one assistant message share a group. */
  readonly group: number
  readonly chars: number
  /** The provider signed it: its arguments may not change. */
  readonly isFixed?: boolean
}

/** A text, or parts of text and media. */
type ResultContent = string | readonly unknown[]

/** `text` in the shape that `content` had. */
export type StandIn = (content: ResultContent, text: string) => unknown

/** What a tool answered. */
export interface ResultEntry {
  readonly kind: 'result'
  readonly callId: string
  /** The name the result itself carries, which some clients send. */
  readonly tool: string | undefined
  readonly content: ResultContent
  readonly contentPath: Path
  /** What is written at its path so that the result reads `text`. */
  readonly standIn: StandIn
  readonly chars: number
  /** The format's own flag. Errors told in words are found by `isError`. */
  readonly isFlaggedError: boolean
  /** It holds more than text and media, as a reference to a tool: no text can stand for it. */
  readonly isFixed?: boolean
}

export type Entry = TextEntry | CallEntry | ResultEntry

/** A conversation in the order the model reads it, whatever the wire format. */
export type Conversation = readonly Entry[]

/** Characters of all of it, as the model reads them. */
export function charsOf(conversation: Conversation): number {
  let sum = 0
  for (const { chars } of conversation) sum += chars
  return sum
}

/** Whether what was sent may no longer change: thinking is signed over all that comes before it. */
export function isSealed(conversation: Conversation): boolean {
  for (const entry of conversation)
    if (entry.kind === 'text' && entry.isSigned === true) return true
  return false
}

/** About four characters a token: enough to decide by, never shown as a count. */
export const charsPerToken = 4
