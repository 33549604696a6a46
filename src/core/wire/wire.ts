import type { Fields } from './content.ts'
import type { Conversation, Edit, Entry } from './conversation.ts'
import type { BoundThinking } from './mend/bound-thinking.ts'
import type { Preamble } from './preamble.ts'
import type { Remarks } from './remarks.ts'
import type { UpstreamName } from './upstreams.ts'
import type { UsageReader } from './usage.ts'
import type { ReadMessage, ReadPart } from './words.ts'

/** An address at which a format is spoken, with POST. */
export interface WireRoute {
  /** What of the path a base URL holds already, as `https://api.openai.com/v1` does. */
  readonly base: string
  /** The rest, with `{model}` where it names the model; any other blank is passed over. */
  readonly path: string
  readonly upstream: UpstreamName
}

/** Something to mend in a list before it is read, for the log; never the text itself. */
export interface Repair {
  readonly edit: Edit
  readonly kind: 'missing-id' | 'broken-arguments'
}

/** Where a provider expects its key. */
interface KeyHeader {
  readonly name: string
  /** What stands before the key. */
  readonly prefix: string
  /** The variable of the environment people keep it in. */
  readonly variable: string
}

/** When a provider clears old tool results by itself, and what stays. */
export interface ServerEditTerms {
  /** From this size of the prompt on. */
  readonly triggerTokens: number
  /** The newest calls, whose results stay. */
  readonly keepToolUses: number
  /** Less is not cleared: what follows is written to the cache anew. */
  readonly clearAtLeastTokens: number
  /** Tools whose results stay. */
  readonly excludeTools: readonly string[]
}

/** How a provider is asked to clear old tool results on its side. */
interface ServerEdits {
  /** A client whose body has it speaks for itself. */
  readonly field: string
  /** What that field holds. */
  value(terms: ServerEditTerms): Fields
  /** A header that goes with it, and what it holds besides. */
  readonly header: { readonly name: string; readonly value: string }
}

/** Everything there is to know of one wire format. */
export interface WireFormat<Name extends string = string> {
  readonly name: Name
  readonly routes: readonly WireRoute[]
  readonly key: KeyHeader
  /** Headers without which no call is understood. */
  readonly headers: Readonly<Record<string, string>>
  /** The field of the body that holds the list of messages. */
  readonly field: string
  read(list: readonly unknown[]): Conversation
  /** Adds the entries of one item; only where the items before it have no say in how it is read. */
  readItem?(item: unknown, index: number, entries: Entry[]): void
  /** Whether a list whose format nobody said is one of this format. */
  recognises(items: readonly Fields[]): boolean
  /** Whether the model wrote the item. */
  isModelTurn(item: Fields): boolean
  /** Whether one reply of the model may be several items in a row. */
  readonly isReplyOfItems: boolean
  /** One item as people read it. */
  words(item: Fields): ReadMessage
  /** What stands before the messages, as people read it. */
  preamble(body: Fields): Preamble
  /** What the model answered, from the objects of a whole or streamed answer. */
  answer(objects: readonly Fields[]): readonly ReadPart[]
  /** Reads what an answer used, whole or streamed. */
  usage(): UsageReader
  /** Its models mostly run on one's own machine: they have no price but one that was set. */
  readonly isUnpriced?: true
  /** What an answer says besides, whole or streamed. */
  remarks?(text: string): Remarks
  /** Small fields of the body that decide what may be done to a request. */
  readonly settings?: readonly string[]
  /** What a request with these settings forbids: any change, or changing what was sent before. */
  forbids?(settings: Fields): 'changes' | 'rewriting' | undefined
  /** How thinking that was signed over another history is refused, and how to go on without it. */
  readonly boundThinking?: BoundThinking
  readonly serverEdits?: ServerEdits
  /** What to mend in lists that strict providers refuse. */
  repair?(list: readonly unknown[]): readonly Repair[]
}
