import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sqliteWaitingWrites } from './waiting-writes.ts'

const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'tamis-waiting-')), 'waiting.db')
const write = (key: string, body = `"${key}"`) => ({ part: 'ledger' as const, key, body })

test('gives what waits in its order, by key, and after a restart', async () => {
  const file = newFile()
  const first = sqliteWaitingWrites(file)
  await first.add([write('a'), write('b')])
  await first.add([{ ...write('a'), part: 'sent' }, write('a', '"later"')])
  await first.close()
  const queue = sqliteWaitingWrites(file)
  expect((await queue.find('ledger', ['a', 'x'])).map(({ body }) => body)).toEqual([
    '"a"',
    '"later"',
  ])
  const oldest = await queue.oldest(2)
  expect(oldest.map(({ key }) => key)).toEqual(['a', 'b'])
  await queue.remove(oldest)
  expect(await queue.count()).toBe(2)
  await queue.close()
})

test('takes no more than fits, and more once some is handed over', async () => {
  const queue = sqliteWaitingWrites(newFile(), 10)
  await queue.add([write('a', '12345678')])
  await expect(queue.add([write('b', '123')])).rejects.toMatchObject({ code: 'store_unavailable' })
  await queue.remove(await queue.oldest(1))
  await queue.add([write('b', '123')])
  expect(await queue.count()).toBe(1)
  await queue.close()
})

test('gives out nothing that is damaged, and all that came after it', async () => {
  const file = newFile()
  const queue = sqliteWaitingWrites(file)
  await queue.add([write('a', 'right')])
  await queue.add([write('b')])
  const other = new DatabaseSync(file)
  other.exec("update waiting set body = 'wrong' where key = 'a'")
  other.close()
  await expect(queue.find('ledger', ['a'])).rejects.toMatchObject({ code: 'store_damaged' })
  expect((await queue.oldest(1)).map(({ key }) => key)).toEqual(['b'])
  await queue.close()
})
