import { expect, test } from 'vitest'
import { setDiscovery, tokenizer } from '../../../../test/support/discovery-stage.ts'

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
})
const servers = {
  files: {
    tools: [tool('read', 'Read a file of this machine'), tool('write', 'Write a file')],
  },
}

async function stage() {
  const { discovery, ledger, clock } = setDiscovery(servers)
  const search = (source: string, session?: string) =>
    discovery.discover({ intent: 'read a file', verbosity: 'minimal', limit: 1 }, undefined, {
      source,
      session,
    })
  const rows = async () =>
    (await ledger.list({ kind: 'discover' }, 9)).toReversed().map(({ details }) => details)
  return { ledger, clock, search, rows }
}

test('a search of an agent counts the definitions it was not given, once a visit', async () => {
  const { search, rows, clock, ledger } = await stage()
  const { results } = await search('mcp', 'a')
  const definitions = (
    await tokenizer.count(servers.files.tools.map((one) => JSON.stringify(one)))
  ).reduce((sum, tokens) => sum + tokens, 0)
  const [shown = 0] = await tokenizer.count([JSON.stringify(results)])
  await search('mcp', 'a')
  await search('mcp', 'b')
  clock.now += 31 * 60_000
  await search('mcp', 'a')
  expect(await rows()).toEqual(
    [definitions, 0, definitions, definitions].map((tokens) => ({
      definition_tokens: tokens,
      shown_tokens: shown,
    })),
  )
  const [total] = await ledger.sum({}, 'all')
  expect(total?.definitions).toEqual({ before: 3 * definitions, after: 4 * shown })
  expect(total?.tokens).toEqual({ before: 0, after: 0 })
})

test.each(['http', 'cli', 'library'])('a search at %s leaves no row', async (source) => {
  const { search, rows } = await stage()
  await search(source)
  expect(await rows()).toEqual([])
})
