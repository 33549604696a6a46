import { expect, test } from 'vitest'
import { freedTokens } from './freed-tokens.ts'
import type { Sieved } from './sieve-request.ts'
import type { Masked } from './window/mask.ts'

type LeftOut = Pick<Sieved, 'masked' | 'pruned'>

function shortened(id: string, before: string, after: string): Sieved['pruned'][number] {
  return { id, before, after } as Sieved['pruned'][number]
}

test('a result that comes shortened again is counted once, and each short form by itself', async () => {
  const counted: string[] = []
  const { by } = freedTokens({
    name: 'letters',
    async count(texts) {
      counted.push(...texts)
      return texts.map(({ length }) => length)
    },
  })
  const freed = (sieved: LeftOut) => by(sieved as Sieved)
  const one = shortened('a', 'aaaaaaaa', 'aa')
  const mask = { id: 'm', original: 'mmmmm', placeholder: 'm' } as Masked
  expect(await freed({ masked: [], pruned: [one] })).toBe(6)
  expect(await freed({ masked: [mask], pruned: [one, shortened('b', 'bbb', 'b')] })).toBe(12)
  expect(await freed({ masked: [mask], pruned: [one] })).toBe(10)
  expect(await freed({ masked: [], pruned: [shortened('a', 'aaaaaaaa', 'aaa')] })).toBe(5)
  expect(counted.filter((text) => text === 'aa' || text === 'mmmmm')).toEqual(['aa', 'mmmmm'])
})
