import { digest } from '../../src/adapters/node/digest.ts'
import {
  type ConversationSpace,
  conversationMemory,
} from '../../src/core/traffic/conversation-memory.ts'
import { type Recognise, recogniser } from '../../src/core/traffic/conversations.ts'

/** A memory of conversations of its own, and what tells them apart in it. */
export function conversationStage(): {
  readonly space: ConversationSpace
  readonly recognise: Recognise
} {
  const space = conversationMemory().space('test')
  return { space, recognise: recogniser(space, digest) }
}
