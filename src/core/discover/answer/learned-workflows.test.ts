import { beforeAll, describe, expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'

const files = {
  tools: [
    listedTool('read_text', 'Read the text of a file', ['path']),
    listedTool('write_file', 'Write text into a file', ['path', 'content']),
  ],
  call: () => ({ content: 'some text' }),
}

describe('a workflow that was run three times', () => {
  const { discovery, clock } = setDiscovery({ files })
  const call = { source: 'test', caller: undefined, signal: new AbortController().signal }

  beforeAll(async () => {
    for (const number of [1, 2, 3]) {
      clock.now += 60_000
      await discovery.execute(
        {
          intent: `copy the notes into a backup ${number}`,
          dag: {
            tasks: [
              {
                ...{ id: 'read', tool: 'files:read_text', dependsOn: [] },
                arguments: { path: 'notes.txt' },
              },
              {
                ...{ id: 'write', tool: 'files:write_file', dependsOn: [] },
                arguments: { path: 'copy.txt', content: { $ref: 'read.content' } },
              },
            ],
          },
        },
        call,
      )
    }
  })

  const idsFor = async (intent: string): Promise<readonly string[]> =>
    (await discovery.discover({ intent })).results.map(({ id }) => id)

  test('is found by what it was run for, and none of its steps is', async () => {
    const ids = await idsFor('copy the notes into a backup')
    expect(ids).toContain('cap:copy-notes-backup')
    expect(ids.filter((id) => id.includes('#step'))).toEqual([])
  })

  test('does not put a step before the tool it is made of', async () => {
    expect((await idsFor('read one text'))[0]).toBe('tool:files:read_text')
  })

  test.each([
    'only the write step of copying the notes',
    'juste la partie write de copy the notes into a backup',
  ])('gives way to its step where a part is asked for: %s', async (intent) => {
    const { results } = await discovery.discover({ intent, filter: { type: 'capability' } })
    expect(results.map(({ id }) => id)).toEqual([
      'cap:copy-notes-backup#step2',
      'cap:copy-notes-backup',
    ])
  })

  test('does not say how long each of its tools took', async () => {
    const { summary } = await discovery.details('tool:files:read_text', {})
    expect(summary).toMatchObject({ usageCount: 3, successRate: 1 })
    expect(summary).not.toHaveProperty('avgDurationMs')
    await discovery.execute({ id: 'tool:files:read_text', args: { path: 'a' } }, call)
    expect((await discovery.details('tool:files:read_text', {})).summary).toHaveProperty(
      'avgDurationMs',
    )
  })
})
