import { postJson } from '../../../test/e2e/tamis.ts'
import type { ActionScene, WeightedAction } from './actions.ts'

const mostRemembered = 20

interface Kept {
  readonly id: string
  readonly text: string
}

/** Prune by API and by JSON-RPC, and recover what was left out, byte for byte. */
export function pruneActions(scene: ActionScene): readonly WeightedAction[] {
  const { random, material, url } = scene
  const kept: Kept[] = []
  let round = 0

  /** A text nobody has sent before, so that the store really has to keep it. */
  const freshText = (): { goal: string; text: string } => {
    const { goal, text } = random.pick(material.texts)
    return { goal, text: `run ${++round} ${random.below(1e9)}\n${text}` }
  }
  const remember = (id: unknown, text: string): void => {
    if (typeof id !== 'string') throw new Error('a prune without an id')
    kept.push({ id, text })
    if (kept.length > mostRemembered) kept.shift()
  }

  return [
    {
      name: 'prune',
      weight: 12,
      async run() {
        const { goal, text } = freshText()
        const body = (await scene.call('prune', { text, goal })) as { prune_id: unknown }
        remember(body.prune_id, text)
      },
    },
    {
      name: 'prune over rpc',
      weight: 6,
      async run() {
        const { goal, text } = freshText()
        const params = { name: 'prune', arguments: { text, goal } }
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
        const answer = await postJson(`${url}/rpc`, message)
        if (answer.status !== 200) throw new Error(answer.text.slice(0, 200))
      },
    },
    {
      name: 'recover',
      weight: 10,
      async run() {
        const [first] = kept
        if (first === undefined) return
        const { id, text } = random.pick(kept)
        const { raw_text: back } = (await scene.call('recover', { id })) as { raw_text?: string }
        if (back !== text) throw new Error(`recover ${id} is not the original`)
      },
    },
    {
      name: 'count tokens',
      weight: 2,
      run: async () => {
        await scene.call('tokens.count', { texts: [random.pick(material.texts).text] })
      },
    },
  ]
}
