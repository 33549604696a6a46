type Bench = () => void | Promise<void>

/** Every benchmark by name, in the order they run: what the README quotes first, the longest last. */
export const parts: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  prune: () => import('./prune/bench.ts'),
  'prune-wild': () => import('./prune/wild/bench.ts'),
  mask: () => import('./mask/bench.ts'),
  'mask-bound': () => import('./mask/bound-sessions.ts'),
  discover: () => import('./discover/bench.ts'),
  'discover-code': () => import('./discover/code/bench.ts'),
  'discover-french': () => import('./discover/french/bench.ts'),
  'discover-real': () => import('./discover/real/bench.ts'),
  memory: () => import('./memory/bench.ts'),
  'memory-mining': () => import('./memory/mining/bench.ts'),
  knowledge: () => import('./knowledge/bench.ts'),
  embedder: () => import('./embedder/bench.ts'),
  rpc: () => import('./rpc/bench.ts'),
  'start-up': () => import('./start-up/bench.ts'),
  proxy: () => import('./proxy/bench.ts'),
  sizing: () => import('./sizing/bench.ts'),
  store: () => import('./store/bench.ts'),
  'knowledge-packages': () => import('./knowledge/packages/bench.ts'),
  'knowledge-scale': () => import('./knowledge/scale.ts'),
}
