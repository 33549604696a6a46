import type { Digest } from '../../../ports/digest.ts'
import type { Conversation } from '../../wire/conversation.ts'
import { resultFacts } from '../facts/result-facts.ts'
import { createEntrySieve, type EntryDeps } from './entry.ts'
import type { SentMemory } from './sent-memory.ts'
import type { EntrySettings, Shortened } from './sieve-result.ts'

/** What a tool printed, before it enters an agent's history. */
export interface ToolResult {
  /** Empty where the agent gives its calls no ids. */
  readonly callId: string
  readonly tool: string
  /** The arguments of the call. */
  readonly input: unknown
  readonly text: string
  /** How the program ended, where that is known. */
  readonly exitCode: number | undefined
  /** What the user last asked for, where it is known. */
  readonly goal: string
}

/** A shorter text in place of what a tool printed. */
export interface ShortResult {
  readonly text: string
  /** What brings the whole back. */
  readonly id: string
  readonly how: Shortened['how']
}

/**
 * The sieve on entry for a single result, outside any request: what is not known of the conversation
 * cannot be referred to, so nothing is left out as an echo. The agent's own history keeps what is
 * decided, so there is no record of it here.
 */
export async function enterResult(
  deps: Omit<EntryDeps, 'memory'> & { readonly digest: Digest },
  settings: Omit<EntrySettings, 'echo'>,
  result: ToolResult,
): Promise<ShortResult | undefined> {
  const { prune, keepOriginals } = deps
  let how: Shortened['how'] = 'prune'
  const entry = createEntrySieve({
    ...deps,
    memory: noMemory,
    async keepOriginals(originals) {
      how = originals[0]?.how ?? how
      await keepOriginals(originals)
    },
    prune: prune && ((text, asked) => prune(text, { ...asked, ...knownOutcome(result) })),
  })
  const conversation = conversationOf(result)
  const facts = resultFacts(deps.digest)
  const recalled = await entry.recall(conversation, facts)
  const [entered] = await entry.decide(recalled, {
    conversation,
    facts,
    settings: { ...settings, echo: false },
    isMasked: () => false,
  })
  const sent = entered?.sent
  return sent && { text: sent.text, id: sent.omissionId, how }
}

/** Said by the agent itself, it counts more than what is found in the text. */
function knownOutcome({ exitCode }: ToolResult): { readonly exitCode?: number } {
  return exitCode === undefined ? {} : { exitCode }
}

const noMemory: SentMemory = {
  find: async () => ({ records: new Map(), whole: new Set(), isComplete: true }),
  keep: async (records) => records,
  replace: async () => undefined,
  clear: () => undefined,
}

/** What the user asked, the call, and what it printed. */
function conversationOf({
  callId,
  tool,
  input,
  text,
  exitCode = 0,
  goal,
}: ToolResult): Conversation {
  return [
    { kind: 'text', role: 'user', text: goal, chars: goal.length },
    { kind: 'call', callId, tool, input, inputPath: [], group: 0, chars: 0 },
    {
      kind: 'result',
      callId,
      tool,
      content: text,
      contentPath: [],
      standIn: (_, shorter) => shorter,
      chars: text.length,
      isFlaggedError: exitCode !== 0,
    },
  ]
}
