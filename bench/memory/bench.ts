import { readConversations } from './conversations.ts'
import { benchRecall } from './recall.ts'
import { benchInject } from './speed.ts'
import { benchSubsets } from './subsets.ts'

/** `npm run bench -- memory`: what is found again in long conversations, and what an injection costs. */
export async function bench(): Promise<void> {
  const conversations = readConversations()
  if (conversations === undefined) console.log('data not found, see bench/README.md')
  else {
    await benchRecall(conversations)
    await benchSubsets(conversations)
  }
  await benchInject()
}
