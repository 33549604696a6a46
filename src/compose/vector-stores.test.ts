import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import { chunk, record } from '../ports/store/documents-stage.contract.ts'
import { openStore } from './store.ts'

const { store: settings } = configSchema.parse({})
const beside = { ...settings, vectors: 'sqlite-vec' }
const newHome = () => mkdtempSync(join(tmpdir(), 'tamis-vectors-'))
const vector = Float32Array.of(1, 0)
const query = { model: 'm', vector, filter: {}, limit: 3 }

test('vectors lie in the store that the settings name, and only there', async () => {
  const home = newHome()
  const opened = await openStore(beside, home)
  await opened.documents().put(record('a'), [chunk('a', 0, 'one')])
  await opened.documents().putVectors('m', [{ digest: 'text-one', vector }])
  expect(await opened.documents().nearest(query)).toHaveLength(1)
  await opened.close()
  const again = await openStore(beside, home)
  expect(await again.documents().nearest(query)).toHaveLength(1)
  await again.close()
  const without = await openStore(settings, home)
  expect(await without.documents().usage('m')).toMatchObject({ vectors: 0, withoutVector: 1 })
  await without.close()
})

test('a store of the home cannot be shared by the daemons of one Postgres', async () => {
  const url = 'postgres://127.0.0.1:1/nowhere'
  await expect(openStore({ ...beside, url }, newHome())).rejects.toMatchObject({
    code: 'config_invalid',
    hint: expect.stringContaining('store.vectors'),
  })
})

test.each(['nosuch', 'toString'])('no store is called %s', async (vectors) => {
  await expect(openStore({ ...settings, vectors }, newHome())).rejects.toMatchObject({
    code: 'config_invalid',
    hint: expect.stringContaining('sqlite-vec'),
  })
})
