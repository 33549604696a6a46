import {
  anthropicHistory,
  chatHistory,
  responsesHistory,
} from '../../../test/e2e/proxy/histories.ts'
import type { ActionScene, WeightedAction } from './actions.ts'

const mostTurns = 60

/** Conversations that grow by a turn a request, in three formats, streamed and not; and masking alone. */
export function proxyActions(scene: ActionScene): readonly WeightedAction[] {
  const { random, material, url } = scene
  // Each begins somewhere on its way: begun together, all would grow longer for the first half hour.
  const growing = material.sessions.map(({ messages }) => ({
    messages,
    length: 2 * (1 + random.below(messages.length / 2)),
  }))
  // As often as it has requests: picked alike, the longest would still grow when the watch ends.
  const turns = growing.flatMap((session) =>
    Array.from({ length: session.messages.length / 2 }, () => session),
  )

  /** The next request of one of the recorded conversations; it begins anew after its last. */
  const nextMessages = (): readonly object[] => {
    const session = random.pick(turns)
    session.length = session.length >= session.messages.length ? 2 : session.length + 2
    return session.messages.slice(0, session.length)
  }
  const send = async (path: string, body: object): Promise<void> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer soak' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  }
  const isStreamed = (): boolean => random.next() < 0.5

  return [
    {
      name: 'chat completions',
      weight: 14,
      run: () =>
        send('/v1/chat/completions', {
          model: 'fine',
          stream: isStreamed(),
          messages: nextMessages(),
        }),
    },
    {
      name: 'made chat completions',
      weight: 4,
      run: () =>
        send('/v1/chat/completions', {
          model: 'fine',
          stream: isStreamed(),
          messages: chatHistory(random.below(mostTurns)),
        }),
    },
    {
      name: 'messages',
      weight: 4,
      run: () =>
        send('/v1/messages', {
          model: 'fine',
          max_tokens: 100,
          stream: isStreamed(),
          messages: anthropicHistory(1 + random.below(mostTurns)),
        }),
    },
    {
      name: 'responses',
      weight: 4,
      run: () =>
        send('/v1/responses', {
          model: 'fine',
          stream: isStreamed(),
          input: responsesHistory(random.below(mostTurns)),
        }),
    },
    {
      name: 'mask',
      weight: 6,
      run: async () => {
        await scene.call('mask', { messages: nextMessages() })
      },
    },
  ]
}
