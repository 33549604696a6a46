import { expect, test } from 'vitest'
import type { Trace } from '../../../ports/store/catalog.ts'
import type { Entry } from '../catalog/entries.ts'
import { buildSearchIndex } from '../rank/search-index.ts'
import { createPastScheduler, type Subject } from './past-scheduler.ts'
import { untried } from './trust-past.ts'

const names = ['water', 'paint', 'sell', 'move']

/** The words of the catalog say nothing of what the intents are about. */
const entries: readonly Entry[] = names.map((name) => ({
  ...{ id: `tool:house:${name}`, type: 'tool', servers: ['house'], tags: [], intent: name },
  text: {
    ...{ name: `routine ${name}`, description: '', parameters: '', notes: '' },
    ...{ server: 'house', serverDescription: '' },
  },
}))

const subject: Subject = {
  index: buildSearchIndex(entries),
  positions: new Map(entries.map(({ id }, at) => [id, at])),
  meaning: undefined,
  held: { tools: new Map() },
}

const run = (at: number): Trace => ({
  ...{ at, links: [], isSuccess: true, origin: 'recorded' },
  intent: `take care of the ${['roses', 'walls', 'chairs', 'boxes'][at % 4]}, visit ${at}`,
  tools: [`tool:house:${names[at % 4]}`],
})

test('a past that outgrew what was found out about it counts as untried until the next trial', async () => {
  const runs = Array.from({ length: 60 }, (_, at) => run(at))
  let held: Promise<void> | undefined
  const learn = createPastScheduler({
    runs: { all: async () => [...runs], append: async (trace) => [trace], of: () => [] },
    onEmbedderFailure: (error) => expect(error).toBeUndefined(),
    pause: async () => undefined,
    rest: async () => held,
  })
  const strength = async () => (await learn(subject, runs.length)).strength
  await expect.poll(strength).not.toBe(untried)
  const found = await strength()

  let letGo = (): void => undefined
  held = new Promise((resolve) => {
    letGo = resolve
  })
  for (let at = 60; at < 80; at++) runs.push(run(at))
  expect(await strength()).toBe(found)
  for (let at = 80; at < 200; at++) runs.push(run(at))
  expect(await strength()).toBe(untried)
  letGo()
  await expect.poll(strength).toBe(found)
})
