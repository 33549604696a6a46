import { expect, test } from 'vitest'
import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { originalsContract } from '../../ports/store/originals.contract.ts'
import { digest } from '../node/digest.ts'
import { postgresOriginals } from './originals.ts'
import { postgresUpkeep } from './upkeep.ts'

describePostgres('postgres originals', ({ open }) => {
  originalsContract(async () => postgresOriginals(open(), digest))

  test('a text that is no longer what was kept is not given out, and can be taken out', async () => {
    const database = open()
    const originals = postgresOriginals(database, digest)
    const original = { kind: 'prune', text: 'right', expiresAt: 1e15 } as const
    await originals.keep([{ ...original, id: 'prn_a' }])
    await originals.keep([{ ...original, id: 'prn_b', text: 'another' }])
    await database.run('update texts set body = $1 where digest = $2', [
      Buffer.from('wrong'),
      digest('right'),
    ])
    await expect(originals.find('prn_a', 0)).rejects.toMatchObject({
      code: 'store_damaged',
      details: { damaged: 'prn_a' },
    })
    await postgresUpkeep(database).removeOriginals(['prn_a'])
    expect(await originals.find('prn_a', 0)).toBeUndefined()
    expect(await originals.find('prn_b', 0)).toMatchObject({ text: 'another' })
    expect(await originals.usage()).toMatchObject({ ids: 1, texts: 1 })
  })
})
