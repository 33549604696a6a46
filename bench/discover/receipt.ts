import { digest } from '../../src/adapters/node/digest.ts'
import { o200kTokenizer } from '../../src/adapters/tokenizer/tokenizer.ts'
import { disclose } from '../../src/core/discover/answer/disclose.ts'
import { toolsOf } from '../../src/operations/tools.ts'
import type { Ranker } from './measure.ts'
import { type DiscoverSet, type RawTool, readJson } from './sets.ts'

export interface Receipt {
  /** Tokens of the plain list of every tool. */
  readonly plain: number
  /** Tokens of our list, one search and the details of the labelled tools, on average per task. */
  readonly ours: number
}

/** What an agent pays before its first tool call: everything, or a search and what it needs. */
export async function receipt(set: DiscoverSet, rankQuery: Ranker): Promise<Receipt> {
  const { tools } = readJson<{ tools: RawTool[] }>(set.name)
  const tokenizer = o200kTokenizer(digest)
  const count = async (value: unknown): Promise<number> =>
    (await tokenizer.count([JSON.stringify(value)]))[0] ?? 0
  const shown = ({ name, description, inputSchema }: RawTool): object => ({
    name,
    description,
    inputSchema,
  })
  let ours = 0
  for (const { query, relevant } of set.queries) {
    const results = (await rankQuery(query)).map((entry) => ({
      id: set.entries[entry]?.id ?? '',
      type: 'tool' as const,
      intent: set.entries[entry]?.intent ?? '',
      score: 0.5,
      summary: summaryOf(tools[entry]),
    }))
    const needed = tools.filter(
      ({ name }, at) =>
        relevant.includes(name) && tools.findIndex((one) => one.name === name) === at,
    )
    ours += await count({ results: await disclose(tokenizer, results, 'summary') })
    for (const tool of needed) ours += await count(shown(tool))
  }
  const list = await count(toolsOf('default'))
  return { plain: await count(tools.map(shown)), ours: list + ours / set.queries.length }
}

function summaryOf(tool: RawTool | undefined): object {
  const properties = Object.keys((tool?.inputSchema?.properties as object | undefined) ?? {})
  const required = (tool?.inputSchema?.required as string[] | undefined) ?? []
  return {
    toolSchema: {
      requiredParams: properties.filter((name) => required.includes(name)),
      optionalParams: properties.filter((name) => !required.includes(name)),
      returnType: 'content',
    },
  }
}
