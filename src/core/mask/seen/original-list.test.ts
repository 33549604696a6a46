import { expect, test } from 'vitest'
import { seenFacts, sievedBody } from '../../../../test/support/sieved-body.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { originalList } from './original-list.ts'
import { seenRequests } from './seen-requests.ts'

const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
const masked = {
  id: 'msk_1',
  kind: 'result' as const,
  toolCallId: 'a',
  tool: 'read',
  original: 'long',
  placeholder: 'short',
  policy: '',
  charsBefore: 4,
  charsAfter: 5,
}

test('what was left out stands in its place again, and what is no longer kept stays short', async () => {
  const seen = seenRequests(digest, 1e6)
  const messages = [result('a', 'short'), result('b', 'whole'), result('c', 'gone')]
  const id = seen.add({
    ...seenFacts,
    format: 'openai-chat',
    sieved: sievedBody(JSON.stringify({ messages }), {
      masked: [masked, { ...masked, id: 'msk_2', toolCallId: 'c' }],
    }),
  })
  const request = seen.find(id)
  const originals = new Map([['msk_1', 'as long as it was']])
  expect(request && (await originalList(request, async (one) => originals.get(one)))).toEqual([
    result('a', 'as long as it was'),
    result('b', 'whole'),
    result('c', 'gone'),
  ])
})
