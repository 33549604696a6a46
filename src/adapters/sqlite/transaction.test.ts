import { expect, test } from 'vitest'
import { openDatabase } from './open.ts'
import { inTransaction } from './transaction.ts'

test('what failed half way is not there', () => {
  const database = openDatabase(':memory:')
  database.exec('create table words (word text not null)')
  const work = () =>
    inTransaction(database, () => {
      database.exec("insert into words values ('first')")
      database.exec('insert into words values (null)')
    })
  expect(work).toThrow(/NOT NULL/)
  expect(database.prepare('select count(*) as n from words').get()).toEqual({ n: 0 })
  inTransaction(database, () => database.exec("insert into words values ('second')"))
  expect(database.prepare('select count(*) as n from words').get()).toEqual({ n: 1 })
})
