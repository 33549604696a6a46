import { staticEmbedder } from '../../../src/adapters/static-embedder/embedder.ts'
import type { Embedder } from '../../../src/ports/embedder.ts'
import { openEncoder } from '../../encoder.ts'
import { engineOver } from '../engine.ts'
import { listAll } from '../real/servers.ts'
import { type DiscoverSet, hasData, readSet, toSet } from '../sets.ts'
import { type Bilingual, forRealServers, forServices, heldOut } from './intents.ts'

/** `npm run bench -- discover-french`: the same intents in English and in French, over English tools. */
export async function bench(): Promise<void> {
  const servers = toSet('real', await listAll())
  const embedders = [['table', staticEmbedder()] as const]
  const encoder = await openEncoder()
  const all: (readonly [string, Embedder])[] = encoder
    ? [...embedders, ['BGE-small', encoder.remembering]]
    : embedders
  for (const [name, embedder] of all) {
    const [ofServers = [], ofServices = []] = heldOut
    await show(`real servers, ${name}`, servers, forRealServers, embedder)
    await show(`real servers, held out, ${name}`, servers, ofServers, embedder)
    if (!hasData()) continue
    const services = readSet('bfcl-live')
    await show(`everyday services, ${name}`, services, forServices, embedder)
    await show(`everyday services, held out, ${name}`, services, ofServices, embedder)
  }
}

async function show(
  label: string,
  set: DiscoverSet,
  intents: readonly Bilingual[],
  embedder: Embedder,
): Promise<void> {
  const search = await engineOver(set, { embedder })
  const placeOf = async (intent: string, right: readonly string[]): Promise<number> =>
    (await search(intent)).findIndex(({ entry }) =>
      right.some((name) => set.tools[entry]?.name.includes(name)),
    )
  const rows: { readonly intent: string; readonly english: number; readonly french: number }[] = []
  for (const { english, french, right } of intents)
    rows.push({
      intent: french,
      english: await placeOf(english, right),
      french: await placeOf(french, right),
    })
  const among = (language: 'english' | 'french', places: number): string => {
    const share = rows.filter((row) => row[language] >= 0 && row[language] < places).length
    const mean = share / rows.length
    return `${(100 * mean).toFixed(0)} % ± ${(100 * Math.sqrt((mean * (1 - mean)) / rows.length)).toFixed(0)}`
  }
  console.log(`\n${label}, n ${rows.length}: right first / among three`)
  for (const language of ['english', 'french'] as const)
    console.log(`${language.padEnd(8)} ${among(language, 1)} / ${among(language, 3)}`)
  const missed = rows.filter(({ french }) => french < 0 || french > 2)
  for (const { intent, french } of missed) console.log(`  @${french + 1}  ${intent}`)
}
