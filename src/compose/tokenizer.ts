import { Worker } from 'node:worker_threads'
import { digest } from '../adapters/node/digest.ts'
import { o200kTokenizer } from '../adapters/tokenizer/tokenizer.ts'
import { type TokenizerThread, tokenizerThread } from '../adapters/tokenizer/tokenizer-thread.ts'

/** In a thread for a daemon; a command that counts once does without. */
export function openTokenizer(isDaemon: boolean): TokenizerThread {
  const own = o200kTokenizer(digest)
  if (!isDaemon) return { ...own, close: async () => undefined }
  const start = (): Worker =>
    new Worker(new URL('./token-counter.ts', import.meta.url), { execArgv: [], env: {} })
  return tokenizerThread(own.name, start)
}
