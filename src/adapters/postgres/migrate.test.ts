import { expect, test } from 'vitest'
import { describePostgres } from '../../../test/support/postgres-stage.ts'

describePostgres('migrations of postgres', ({ open, server }) => {
  test('run once, however many daemons start together', async () => {
    const databases = Array.from({ length: 10 }, () => open('together'))
    await Promise.all(databases.map((database) => database.run('select 1')))
    const rows = await server().query(
      'select version, count(*)::integer as times from together.tamis_migrations group by 1 order by 1',
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.every(({ times }) => times === 1)).toBe(true)
  })

  test('leave two schemas of one database to themselves', async () => {
    await Promise.all([open('left'), open('right')].map((one) => one.run('select 1')))
    await open('left').run("insert into news values ('x', 1)")
    expect(await open('right').run('select * from news')).toEqual([])
  })

  test('refuse a database written by a newer version, and say what to do', async () => {
    await open('newer').run('insert into tamis_migrations (version, name) values (9999, $1)', ['x'])
    await expect(open('newer').run('select 1')).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('newer Tamis'),
    })
  })

  test('are not needed for a role that may not make extensions', async () => {
    await server().query('create role plain login')
    await server().query('grant create on database postgres to plain')
    const database = open('plainly', (url) => url.replace('//tamis@', '//plain@'))
    expect(await database.run('select count(*)::integer as rows from knowledge_words')).toEqual([
      { rows: 0 },
    ])
  })
})
