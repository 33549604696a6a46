// The thread that writes the stores of a daemon; `store.ts` starts it.
import { parentPort } from 'node:worker_threads'
import { digest } from '../adapters/node/digest.ts'
import { serveWrites } from '../adapters/sqlite/writes/serve-writes.ts'

if (parentPort) serveWrites(parentPort, digest)
