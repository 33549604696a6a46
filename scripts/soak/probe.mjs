// Preloaded into the daemon: every few seconds it writes down what only the process itself knows.
import { appendFileSync } from 'node:fs'

const file = process.env.SOAK_PROBE_FILE
const everyMs = Number(process.env.SOAK_PROBE_MS ?? 5000)

function sample() {
  // What a collection would free is no leak.
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const handles = process.getActiveResourcesInfo().length
  appendFileSync(file, `${JSON.stringify({ at: Date.now(), rss, heapUsed, external, handles })}\n`)
}

if (file) setInterval(sample, everyMs).unref()
