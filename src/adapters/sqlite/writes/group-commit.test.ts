import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../open.ts'
import { groupCommit } from './group-commit.ts'

function stage() {
  const database = openDatabase(join(mkdtempSync(join(tmpdir(), 'tamis-group-')), 'a.db'))
  database.exec('create table words (word text not null)')
  let begun = 0
  const exec = database.exec.bind(database)
  database.exec = (sql: string): void => {
    if (sql.startsWith('begin')) begun++
    exec(sql)
  }
  const insert = database.prepare('insert into words values (?)')
  const words = () =>
    database
      .prepare('select word from words')
      .all()
      .map(({ word }) => word)
  return { commit: groupCommit(database), insert, words, begun: () => begun, database }
}

test('writes that come together share one commit', async () => {
  const { commit, insert, words, begun } = stage()
  await Promise.all(['a', 'b', 'c'].map((word) => commit(() => insert.run(word))))
  expect(words()).toEqual(['a', 'b', 'c'])
  expect(begun()).toBe(1)
  await commit(() => insert.run('d'))
  expect(begun()).toBe(2)
})

test('one that fails is undone alone, and says why', async () => {
  const { commit, insert, words } = stage()
  const failing = commit(() => {
    insert.run('half')
    insert.run(null)
  })
  const [first, second, third] = await Promise.allSettled([
    commit(() => insert.run('a')),
    failing,
    commit(() => 'result'),
  ])
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(/NOT NULL/) },
  })
  expect([first.status, third]).toEqual(['fulfilled', { status: 'fulfilled', value: 'result' }])
  expect(words()).toEqual(['a'])
})

test('hundreds at once are all written', async () => {
  const { commit, insert, words, begun } = stage()
  await Promise.all(Array.from({ length: 700 }, (_, at) => commit(() => insert.run(String(at)))))
  expect(words()).toHaveLength(700)
  expect(begun()).toBe(3)
})

test('when the commit itself fails nobody is told that theirs is kept', async () => {
  const { commit, insert, database } = stage()
  const both = [commit(() => insert.run('a')), commit(() => insert.run('b'))]
  database.close()
  const ends = await Promise.allSettled(both)
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
