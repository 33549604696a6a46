// The thread that counts tokens for a daemon; `tokenizer.ts` starts it.
import { parentPort } from 'node:worker_threads'
import { digest } from '../adapters/node/digest.ts'
import { o200kTokenizer } from '../adapters/tokenizer/tokenizer.ts'
import { serveCounts } from '../adapters/tokenizer/tokenizer-thread.ts'

if (parentPort) serveCounts(parentPort, o200kTokenizer(digest))
