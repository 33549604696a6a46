import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../src/adapters/node/digest.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import { newFolder, startTamis } from '../../test/e2e/tamis.ts'
import type { Soak } from './options.ts'

const textBytes = 1_000_000
const texts = 5000
const ledgerRows = 100_000
const starts = 5
const mostMs = 2000

/** A home of 5 GB: the daemon answers within two seconds of being started. */
export const soak: Soak = async ({ program }) => {
  const home = newFolder()
  await fillHome(home)
  const gigabytes = statSync(join(home, 'tamis.db')).size / 1e9
  const times: number[] = []
  for (let round = 0; round < starts; round++) {
    const started = performance.now()
    const daemon = await startTamis({
      home,
      ...(program ? { program } : {}),
      env: { TAMIS_STORE_MAX_BYTES: '20000000000' },
    })
    await (await fetch(`${daemon.url}/health`)).text()
    times.push(performance.now() - started)
    await daemon.stop()
  }
  rmSync(home, { recursive: true, force: true })
  const median = times.toSorted((a, b) => a - b)[Math.floor(starts / 2)] ?? 0
  console.log(
    `${gigabytes.toFixed(2)} GB, ${texts} originals, ${ledgerRows} rows of the ledger: first answer after ${times.map((ms) => ms.toFixed(0)).join(', ')} ms (median ${median.toFixed(0)})`,
  )
  return median < mostMs
}

async function fillHome(home: string): Promise<void> {
  mkdirSync(home, { recursive: true })
  const store = sqliteStore(join(home, 'tamis.db'), digest)
  const expiresAt = Date.now() + 7 * 86_400_000
  const filler = 'x'.repeat(textBytes - 32)
  for (let at = 0; at < texts; at += 50)
    await store.originals.keep(
      Array.from({ length: 50 }, () => {
        const name = randomBytes(16).toString('hex')
        return { id: `prn_${name}`, kind: 'prune' as const, text: `${name}${filler}`, expiresAt }
      }),
    )
  const row = {
    kind: 'prune',
    source: 'http',
    durationMs: 1,
    isFallback: false,
    warnings: [],
    details: {},
  }
  for (let at = 0; at < ledgerRows; at += 1000)
    await store.ledger.append(
      Array.from({ length: 1000 }, (_, index) => ({
        ...row,
        at: Date.now(),
        ref: `prn_${at + index}`,
      })),
    )
  await store.close()
}
