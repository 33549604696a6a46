import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SoakOptions } from './options.ts'
import { seededRandom } from './random.ts'
import { createScene, trafficActions } from './traffic/actions.ts'
import { drive } from './traffic/drive.ts'
import { judge } from './traffic/flatness.ts'
import { loadMaterial } from './traffic/material.ts'
import { reportPage, type TrafficReport } from './traffic/report.ts'
import { insideValues, outsideValues, type Sample } from './traffic/sample.ts'
import { openStage, type TrafficStage } from './traffic/stage.ts'
import { followLedger } from './traffic/watchers.ts'

const sampleMs = 5000
const watchers = 3

/** Mixed traffic for as long as asked; memory, handles and files must be flat after warm-up. */
export async function soak(options: SoakOptions): Promise<boolean> {
  const stage = await openStage(options)
  const material = loadMaterial()
  const random = seededRandom(options.seed)
  const scene = createScene(stage.daemon.url, material, random)
  // The first search lists the tools of the upstreams.
  await scene.call('discover', { intent: 'work on a text' })
  const actions = trafficActions(scene)
  const started = performance.now()
  const ended = new AbortController()
  const driving = drive(actions, random, options.rate, ended.signal)
  const following = followLedger(stage.daemon.url, watchers, ended.signal)
  const samples = await watch(stage, options.minutes * 60_000)
  ended.abort()
  const { tallies, failures } = await driving
  const events = await following
  const said = stage.daemon.stderr()
  await stage.close()

  const verdicts = judge(samples)
  const done = tallies.reduce((sum, tally) => sum + tally.done, 0)
  const report: TrafficReport = {
    heading: 'Mixed traffic on one daemon',
    facts: [
      `${((performance.now() - started) / 60_000).toFixed(1)} minutes, ${done} requests, ${options.rate} a second asked for, seed ${options.seed}`,
      `${material.from} sessions and texts`,
      `${events} bundles of ledger rows to ${watchers} watchers that stayed`,
      `${samples.length} samples, one every ${sampleMs / 1000} s; the first third is warm-up`,
      `lines of the daemon's log: ${said.split('\n').length - 1}`,
    ],
    samples,
    verdicts,
    tallies,
    failures,
  }
  writeFileSync(join(options.out, 'traffic.html'), reportPage(report))
  writeFileSync(join(options.out, 'traffic.json'), JSON.stringify(report))
  writeFileSync(join(options.out, 'daemon.log'), said)
  print(report, options.out)
  return failures.length === 0 && verdicts.every(({ isFlat }) => isFlat)
}

async function watch({ daemon, provider, probeFile }: TrafficStage, ms: number): Promise<Sample[]> {
  const samples: Sample[] = []
  const { pid = 0 } = daemon.process
  const start = performance.now()
  while (performance.now() - start < ms) {
    await pause(sampleMs)
    provider.seen.splice(0)
    const values = { ...insideValues(probeFile), ...outsideValues(pid, daemon.home) }
    samples.push({ seconds: (performance.now() - start) / 1000, values })
    if (daemon.process.exitCode !== null) break
  }
  return samples
}

function print({ facts, verdicts, tallies, failures }: TrafficReport, out: string): void {
  for (const fact of facts) console.log(fact)
  for (const { name, atStart, atEnd, growth, allowed, isFlat } of verdicts)
    console.log(
      `${isFlat ? 'flat ' : 'GROWS'} ${name}: ${atStart.toFixed(2)} → ${atEnd.toFixed(2)} (growth ${growth.toFixed(2)}, allowed ${allowed.toFixed(2)})`,
    )
  for (const { name, done, failed, medianMs, p99Ms } of tallies)
    console.log(
      `${name}: ${done} done, ${failed} failed, median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    )
  for (const failure of failures) console.log(`failed: ${failure}`)
  console.log(`report: ${join(out, 'traffic.html')}`)
}
