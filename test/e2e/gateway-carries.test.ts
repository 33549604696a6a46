import { expect, test } from 'vitest'
import { shows } from './carries/shows.ts'
import { agreeable, askNewer, carriesStages, eras } from './carries/stage.ts'
import { type Carried, carriedTable, doors } from './carries/table.ts'

const stages = carriesStages()
const cells = (Object.keys(carriedTable) as Carried[]).flatMap((what) =>
  doors.flatMap((door) =>
    eras.flatMap((clientEra) =>
      eras.map((server) => ({ what, door, says: carriedTable[what][door], clientEra, server })),
    ),
  ),
)

test.each(cells)(
  '$what, $door: $says ($clientEra client, $server server)',
  async ({ what, door, clientEra, server }) => {
    await shows[what][door](await stages.of(door, clientEra, server))
  },
)

test.each(eras)(
  'a rule that says confirm asks the person behind a %s client of the transparent list',
  async (clientEra) => {
    const stage = await stages.of('transparent', clientEra, 'strict')
    stage.person = { ...agreeable, action: 'decline' }
    expect(await stage.call('delete_all')).toContain('confirm_declined')
    stage.person = agreeable
    expect(await stage.call('delete_all')).toContain('deleted')
  },
)

test('a rule that says confirm refuses a call at /mcp/NAME', async () => {
  const { call } = await stages.of('/mcp/NAME', 'older', 'strict')
  await expect(call('delete_all')).rejects.toThrow('needs a confirm')
})

test('each of two clients is asked about its own call, also where both call one server at once', async () => {
  const answers = eras.map(async (clientEra, index) => {
    const stage = await stages.of('/mcp', clientEra, 'older')
    stage.person = { ...agreeable, colour: ['red', 'blue'][index] ?? '' }
    const answer = await stage.call('ask_person')
    stage.person = agreeable
    return answer
  })
  expect(await Promise.all(answers)).toEqual([
    expect.stringContaining('red'),
    expect.stringContaining('blue'),
  ])
})

test('a client of the newer era that knows no tasks waits, and may not ask for one', async () => {
  const stage = await stages.of('/mcp', 'newer', 'newer')
  expect(await stage.call('long_work')).toContain('It is green')
  const { error } = await askNewer(stage, 'tasks/get', { taskId: 'any' }, {})
  expect(error).toMatchObject({ code: -32021 })
})

test('prompts are listed in pages, and a cursor that is not ours is refused', async () => {
  const { client } = await stages.of('/mcp', 'older', 'older')
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await client.listPrompts(
      cursor === undefined ? { cursor: '["older"]' } : { cursor },
    )
    pages.push(page.prompts.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  const all = ['older', 'newer', 'strict'].flatMap((name) => [
    [`${name}__greet`],
    [`${name}__part`],
  ])
  expect(pages).toEqual(all)
  await expect(client.listPrompts({ cursor: '["nobody"]' })).rejects.toThrow('not one of ours')
})
