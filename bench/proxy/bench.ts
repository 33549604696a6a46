import { loadavg } from 'node:os'
import { isAsked } from './cells.ts'
import { benchRequests } from './requests.ts'
import { pinLoad, startContenders, startUpstream } from './servers.ts'
import { benchStreams } from './streams.ts'
import { benchTransformation } from './transformation.ts'

/** `npm run bench -- proxy`: what the proxy adds, beside going direct and other ways to forward. */
export async function bench(): Promise<void> {
  const upstream = await startUpstream()
  const contenders = [{ ...upstream, name: 'direct' }, ...(await startContenders(upstream.url))]
  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`)
  try {
    if (isAsked('transformation')) await benchTransformation()
    pinLoad()
    if (isAsked('streams')) await benchStreams(contenders)
    await benchRequests(contenders)
  } finally {
    for (const contender of contenders.reverse()) await contender.stop()
  }
  console.log(`\nload of the machine after: ${loadavg()[0]?.toFixed(1)}`)
}
