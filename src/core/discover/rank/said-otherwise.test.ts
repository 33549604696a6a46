import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'
import { stem } from '../../text/stem.ts'
import { readIntent } from './intent.ts'
import { saidOtherwise } from './said-otherwise.ts'

const rarities = new Map([
  [stem('delete', 'en'), 1],
  [stem('remove', 'en'), 2],
])
const catalog = { size: 4, rarity: (term: string) => rarities.get(term) ?? 3 }
const names: Readonly<Record<string, readonly number[]>> = {
  [stem('delete', 'en')]: [0, 1],
  [stem('remove', 'en')]: [1, 2],
  forget: [2],
}

test('a name that says the same in another word counts by the rarer of its words, once', () => {
  const found = saidOtherwise(readIntent('forget it'), catalog, (term) => names[term] ?? [], 4)
  expect([...found]).toEqual([1 / 4, 2 / 4, 0, 0])
})

test('another word is never worth more than the one that was said', () => {
  const common = { size: 4, rarity: (term: string) => (term === 'forget' ? 0.5 : 3) }
  const found = saidOtherwise(readIntent('forget it'), common, (term) => names[term] ?? [], 1)
  expect(found[1]).toBe(0.5)
})

test.each([
  ['open an issue about a crash', 'create_issue'],
  ['forget what I said of her', 'delete_memory'],
  ['say yes to the popup', 'handle_dialog'],
])('%s finds %s', async (intent, name) => {
  const { discovery } = setDiscovery({
    desk: {
      tools: [
        listedTool('create_issue', 'Create a new issue in a repository', ['title']),
        listedTool('update_issue', 'Update an existing issue in a repository', ['title']),
        listedTool('delete_memory', 'Delete an observation', ['name']),
        listedTool('add_memory', 'Add an observation', ['name']),
        listedTool('handle_dialog', 'Handle a dialog of the browser', ['action']),
        listedTool('navigate', 'Go to a page of the browser', ['url']),
      ],
    },
  })
  const { results } = await discovery.discover({ intent, filter: { type: 'tool' } })
  expect(results[0]?.id).toBe(`tool:desk:${name}`)
})
