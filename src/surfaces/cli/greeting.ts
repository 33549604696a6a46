import { existsSync } from 'node:fs'
import { homeFolder } from '../../config/home-folder.ts'
import type { Say } from '../../core/text/say.ts'
import type { CliDeps } from './command.ts'
import { type DaemonRecord, readDaemonFile } from './daemon/daemon-file.ts'

type Step = readonly [command: string, why: string]

/** What `tamis` alone says: hello, and the next step for somebody who stands where you stand. */
export async function greet(deps: CliDeps, say: Say): Promise<string> {
  const steps = await nextSteps(deps)
  const width = Math.max(...steps.map(([command]) => command.length))
  return [
    `tamis ${deps.version}: ${say('a context engine for AI agents')}`,
    '',
    say('Next:'),
    ...steps.map(([command, why]) => `  ${command.padEnd(width)}  ${say(why)}`),
    '',
    say('`tamis --help` lists every command, `tamis COMMAND --help` explains one.'),
  ].join('\n')
}

async function nextSteps({ environment, lockHome }: CliDeps): Promise<readonly Step[]> {
  const home = homeFolder(undefined, environment)
  if (!existsSync(home)) return atFirst
  const lock = await lockHome(home)
  lock?.release()
  const daemon = lock ? undefined : readDaemonFile(home)
  return daemon ? whileServing(daemon) : whileStopped
}

const pruneSomething: Step = [
  'npm test 2>&1 | tamis prune --goal "why does it fail"',
  'shorten what you would paste to a model',
]

const atFirst: readonly Step[] = [
  ['tamis demo', 'see each sieve at work; no key, no network'],
  pruneSomething,
  ['tamis up', 'run the daemon and its dashboard'],
]

const whileStopped: readonly Step[] = [
  ['tamis up', 'run the daemon and its dashboard'],
  ['tamis run -- claude', 'an agent through the proxy, for as long as it runs'],
  ['tamis ledger', 'what was saved so far'],
]

const whileServing = ({ url }: DaemonRecord): readonly Step[] => [
  [url, 'the dashboard: what the model saw, and what it did not'],
  ['tamis run -- claude', 'an agent through the proxy, with its saving at the end'],
  ['tamis ledger', 'what was saved so far'],
]

/** Every step there is, whoever stands where. */
export const steps: readonly Step[] = [
  ...atFirst,
  ...whileStopped,
  ...whileServing({ url: '', pid: 0, version: '', startedAt: 0 }),
]
