import { expect, test } from 'vitest'
import { digest } from '../../../adapters/node/digest.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { resultFacts } from '../facts/result-facts.ts'
import { observations } from '../facts/turns.ts'
import { runKeys } from './run-key.ts'

function keyOf(name: string, input: object): string {
  const call = { id: 'c', type: 'function', function: { name, arguments: JSON.stringify(input) } }
  const conversation = openaiChat.read([
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
  ])
  const [observation] = observations(conversation)
  if (!observation) throw new Error('no result')
  return runKeys(resultFacts(digest))(observation)
}

const ofCommand = (command: string): string => keyOf('bash', { command })

test.each(['npm test 2>&1', 'npm test 2>&1 | tail -5', 'npm test | grep FAIL | head'])(
  '%j runs `npm test` again',
  (command) => {
    expect(ofCommand(command)).toBe(ofCommand('npm test'))
  },
)

test.each(['cd web && npm test', 'npm run build', 'npm test -- one'])(
  '%j is another run',
  (command) => {
    expect(ofCommand(command)).not.toBe(ofCommand('npm test'))
  },
)

test('other calls are told by all they were asked', () => {
  expect(keyOf('read', { path: 'a' })).not.toBe(keyOf('read', { path: 'b' }))
})
