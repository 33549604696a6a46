// Captures what real agents send, for the contract of wire formats: `node scripts/capture-payloads.ts [NAME…]`
// Each runs through a loop of three calls against a scripted provider; the last request is kept in
// test/fixtures/wire/FORMAT/NAME.json, without the agent's own prompts and without paths and ids.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { wireFormat } from '../src/core/wire/wire-formats.ts'
import { findWireRoute } from '../src/core/wire/wire-routes.ts'
import { loopAgents } from './clients/loop-agents.ts'
import { type LoopRun, runLoop } from './clients/run-loop.ts'

const wanted = process.argv.slice(2)
const calls = 3
const prompts = new Set(['system', 'instructions', 'systemInstruction', 'tools'])
const longestText = 200
const longestWords = 60

for (const agent of loopAgents) {
  if (wanted.length > 0 && !wanted.includes(agent.id)) continue
  const run = await runLoop(agent, calls)
  if ('problem' in run) console.log(`${agent.id}: ${run.problem}`)
  else capture(agent.id, agent.package, run)
}

function capture(id: string, agent: string, { requests, folder }: LoopRun): void {
  const last = requests.findLast(({ path, body }) => body.tools && formatOf(path))
  const format = last && formatOf(last.path)
  if (!last || !format) {
    console.log(`${id}: no request in a known format`)
    return
  }
  const usage = wireFormat(format).usage()
  usage.push(last.answer)
  const payload = {
    request: normal(withoutPrompts(last.body), folder),
    answer: last.answer,
    usage: usage.usage(),
  }
  const file = `test/fixtures/wire/${format}/${id}.json`
  mkdirSync(dirname(file), { recursive: true })
  const kept = { agent, path: last.path, ...payload }
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
  console.log(`${id}: ${file}`)
}

function formatOf(path: string) {
  return findWireRoute(path.split('?')[0] ?? '')?.format
}

/** The agents' own words are theirs; how they are carried is what matters here. */
function withoutPrompts(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      return [key, prompts.has(key) ? '(left out)' : value]
    }),
  )
}

function normal(value: unknown, folder: string): unknown {
  if (typeof value === 'string') return normalText(value, folder)
  if (Array.isArray(value)) return value.map((item) => normal(item, folder))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normal(item, folder)]))
}

function normalText(text: string, folder: string): string {
  const plain = text
    .replaceAll(folder, '/project')
    .replaceAll(dirname(folder), '/srv/someone')
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'an-id')
    .replace(/\b[\da-f]{32,}\b/g, 'a-digest')
  if (/note \d+, line/.test(plain)) return plain.slice(0, longestText)
  return plain.length <= longestWords ? plain : `(${plain.length} characters)`
}
