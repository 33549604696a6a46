import { expect, test } from 'vitest'
import type { AskedClient } from '../../../ports/asked-client.ts'
import type { CatalogTool } from '../../../ports/store/catalog.ts'
import type { Admission } from './admission.ts'
import { admitCall, canAskPerson, withServerNamed } from './consent.ts'
import type { Verdict } from './policy.ts'

const tool = { id: 'tool:files:delete', server: 'files' } as CatalogTool
const never = new AbortController().signal

function client(capabilities: object, action = 'accept'): AskedClient & { asked: string[] } {
  const asked: string[] = []
  return {
    ...{ key: 'one', isOfOneCall: false, capabilities: { ...capabilities }, asked },
    ask: async (_, { message }) => {
      asked.push(String(message))
      return { action }
    },
    tell: () => undefined,
  }
}

const admission = (verdict: Pick<Verdict, 'effect' | 'by'>): Admission =>
  ({ checkCall: () => ({ ...verdict, why: 'it may destroy' }) }) as unknown as Admission

test.each([
  { capabilities: { elicitation: {} }, can: true },
  { capabilities: { elicitation: { form: {} } }, can: true },
  { capabilities: { elicitation: { url: {} } }, can: false },
  { capabilities: { sampling: {} }, can: false },
])('with $capabilities a person can be asked: $can', ({ capabilities, can }) => {
  expect(canAskPerson(client(capabilities))).toBe(can)
})

test.each([
  { effect: 'confirm', by: 'annotations', consent: 'given', isAsked: true },
  { effect: 'confirm', by: 'annotations', consent: 'missing', isAsked: true },
  { effect: 'confirm', by: 'annotations', consent: 'left-to-client', isAsked: false },
  { effect: 'confirm', by: 'rule', consent: 'left-to-client', isAsked: true },
  { effect: 'allow', by: 'default', consent: 'missing', isAsked: false },
] as const)('$effect by $by, consent $consent: the person is asked $isAsked', async (row) => {
  const { consent, isAsked, ...verdict } = row
  const one = client({ elicitation: {} })
  await admitCall(admission(verdict), tool, {}, consent, {
    ...{ caller: undefined, client: one, signal: never },
  })
  expect(one.asked.length > 0).toBe(isAsked)
})

test('only an accept is consent', async () => {
  const asking = admission({ effect: 'confirm', by: 'annotations' })
  for (const action of ['decline', 'cancel'])
    await expect(
      admitCall(asking, tool, {}, 'given', {
        ...{ caller: undefined, client: client({ elicitation: {} }, action), signal: never },
      }),
    ).rejects.toMatchObject({ code: 'confirm_declined' })
})

test('a question says whose it is, without hidden characters', async () => {
  const one = client({ elicitation: {} })
  await withServerNamed(one, 'files').ask('elicitation/create', { message: 'Wh\u200bo?' }, never)
  expect(one.asked).toEqual(['files: Who?'])
})
