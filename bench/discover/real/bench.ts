import { staticEmbedder } from '../../../src/adapters/static-embedder/embedder.ts'
import type { Embedder } from '../../../src/ports/embedder.ts'
import { openEncoder } from '../../encoder.ts'
import { engineOver } from '../engine.ts'
import { type DiscoverSet, hasData, type RawTool, readJson, toSet } from '../sets.ts'
import { heldOutIntents } from './held-out-intents.ts'
import { intents, type RealIntent } from './intents.ts'
import { morePackages } from './more-servers.ts'
import { drawnIntents, plainIntents } from './plain-intents.ts'
import { listAll } from './servers.ts'

/** `npm run bench -- discover-real`: intents over the tools of real servers, installed in a temporary folder. */
export async function bench(): Promise<void> {
  const tools = await listAll()
  const moreTools = await listAll(morePackages)
  const drawnFrom = hasData() ? readJson<{ tools: RawTool[] }>('livemcpbench').tools : []
  const encoder = await openEncoder()
  const embedders = { 'the table': staticEmbedder(), 'BGE-small': encoder?.remembering }
  for (const [label, embedder] of Object.entries(embedders)) {
    if (!embedder) continue
    console.log(`\nSixty intents, meaning by ${label}`)
    await searchAll(tools, intents, embedder)
    console.log(`\nIntents in few words, meaning by ${label}`)
    await searchAll(tools, plainIntents, embedder)
    console.log(`\nIntents over servers that nobody looked at, held out, meaning by ${label}`)
    await searchAll(moreTools, heldOutIntents, embedder)
    if (drawnFrom.length === 0) continue
    console.log(`\nIntents for tools of livemcpbench drawn by lot, meaning by ${label}`)
    await searchAll(drawnFrom, drawnIntents, embedder)
  }
}

async function searchAll(
  tools: readonly RawTool[],
  intents: readonly RealIntent[],
  embedder: Embedder,
): Promise<void> {
  const set: DiscoverSet = toSet('real', tools)
  const search = await engineOver(set, { embedder })
  const judged: Judged[] = []
  for (const { intent, right } of intents) {
    const found = await search(intent)
    judged.push({
      intent,
      hasTool: tools.some((tool) => isAmong(tool, right)),
      place: found.findIndex(({ entry }) => isAmong(tools[entry], right)),
      first: set.tools[found[0]?.entry ?? -1]?.id ?? 'nothing',
      score: found[0]?.score ?? 0,
    })
  }
  show(judged)
}

interface Judged {
  readonly intent: string
  readonly hasTool: boolean
  /** Where the first right result stands; -1 where none is. */
  readonly place: number
  readonly first: string
  /** Of the first result. */
  readonly score: number
}

function show(judged: readonly Judged[]): void {
  for (const { intent, hasTool, place, first, score } of judged)
    console.log(
      `${(hasTool ? `@${place + 1}` : 'none').padEnd(5)} ${score.toFixed(2)}  ${intent}  →  ${first}`,
    )
  const served = judged.filter(({ hasTool }) => hasTool)
  const right = served.filter(({ place }) => place === 0)
  const none = judged.filter(({ hasTool }) => !hasTool)
  console.log(`\nfirst right: ${shareOf(served.map(({ place }) => place === 0))}`)
  console.log(`among three: ${shareOf(served.map(({ place }) => place >= 0 && place < 3))}`)
  console.log(`right first results above 0.5: ${shareOf(right.map(({ score }) => score > 0.5))}`)
  if (none.length === 0) return
  console.log(
    `no fitting tool, nothing above 0.5: ${shareOf(none.map(({ score }) => score <= 0.5))}`,
  )
}

function isAmong(tool: RawTool | undefined, right: readonly string[]): boolean {
  return tool !== undefined && namesOf(tool).some((name) => right.includes(name))
}

function namesOf({ server, name }: RawTool): readonly string[] {
  return [name, `${server}:${name}`]
}

function shareOf(claims: readonly boolean[] = []): string {
  const share = claims.filter(Boolean).length / (claims.length || 1)
  const error = Math.sqrt((share * (1 - share)) / (claims.length || 1))
  return `${(100 * share).toFixed(1)} % ± ${(100 * error).toFixed(1)} (n ${claims.length})`
}
