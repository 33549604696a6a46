import { once } from 'node:events'
import { connect } from 'node:net'
import { postJson } from '../../../test/e2e/tamis.ts'
import type { ActionScene, WeightedAction } from './actions.ts'

/** Clients that leave, ask nonsense or meet a failing provider: the ways in which handles leak. */
export function rudeActions(scene: ActionScene): readonly WeightedAction[] {
  const { random, material, url, port } = scene
  return [
    {
      name: 'watch and leave',
      weight: 2,
      async run() {
        const response = await fetch(`${url}/api/events`)
        const reader = response.body?.getReader()
        await reader?.read()
        await reader?.cancel()
      },
    },
    {
      name: 'leave while pruning',
      weight: 2,
      async run() {
        const { goal, text } = random.pick(material.texts)
        const body = JSON.stringify({ text: `left ${random.below(1e9)}\n${text}`, goal })
        const headers = { 'content-type': 'application/json' }
        const signal = AbortSignal.timeout(1 + random.below(20))
        await fetch(`${url}/api/prune`, { method: 'POST', headers, body, signal }).then(
          (response) => response.text(),
          () => undefined,
        )
      },
    },
    {
      name: 'half a request',
      weight: 1,
      async run() {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        socket.write(`POST /rpc HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 10\r\n\r\n{`)
        socket.destroy()
      },
    },
    {
      name: 'nonsense',
      weight: 2,
      async run() {
        const { status } = await postJson(`${url}/api/prune`, '{"text": ')
        if (status !== 400) throw new Error(`nonsense got ${status}`)
      },
    },
    {
      name: 'unknown id',
      weight: 2,
      run: async () => {
        await scene.call('recover', { id: 'prn_aaaaaaaaaaaaaaaa' }, 404)
      },
    },
    {
      name: 'failing provider',
      weight: 3,
      async run() {
        const model = random.pick(['fault-429', 'fault-500', 'fault-cut', 'fault-reset'])
        const messages = [{ role: 'user', content: 'hi' }]
        await postJson(`${url}/v1/chat/completions`, { model, messages }).catch(() => undefined)
      },
    },
    {
      name: 'dashboard page',
      weight: 1,
      async run() {
        const response = await fetch(url)
        await response.text()
      },
    },
  ]
}
