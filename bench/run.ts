import { bench as discover } from './discover/bench.ts'
import { bench as embedder } from './embedder/bench.ts'
import { bench as knowledge } from './knowledge/bench.ts'
import { bench as knowledgeScale } from './knowledge/scale.ts'
import { bench as mask } from './mask/bench.ts'
import { bench as memory } from './memory/bench.ts'
import { bench as proxy } from './proxy/bench.ts'
import { bench as prune } from './prune/bench.ts'
import { bench as rpc } from './rpc/bench.ts'
import { bench as sizing } from './sizing/bench.ts'
import { bench as startUp } from './start-up/bench.ts'
import { bench as store } from './store/bench.ts'

/** Every benchmark by name; each prints its own tables. */
const benches: Readonly<Record<string, () => void | Promise<void>>> = {
  prune,
  rpc,
  'start-up': startUp,
  memory,
  knowledge,
  'knowledge-scale': knowledgeScale,
  embedder,
  discover,
  mask,
  proxy,
  store,
  sizing,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => benches[name] === undefined)
if (unknown.length > 0) {
  console.error(
    `no benchmark named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`,
  )
  process.exit(1)
}
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  console.log(`\n== ${name} ==`)
  await benches[name]?.()
}
