import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../../../scripts/find-browser.mjs'

const root = join(import.meta.dirname, '../../..')
const page = join(root, 'dist/dashboard/index.html')
const turn = join(root, 'dist/.dashboard-build')
const longestTurnMs = 60_000

/** How long a page may take over anything: a loaded machine is slow, not wrong. */
export const longestWaitMs = 45_000

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless browser; without one the tests fail with the command that installs it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    throw new Error('No Chrome or Chromium: run `node scripts/setup.mjs --browser`')
  return chromium.launch({ executablePath, headless: true, args: flags })
}

/** Builds the page when it is missing or older than its sources; test files that run side by side take turns. */
export function buildDashboard(): void {
  takeTurn()
  try {
    const builtAt = existsSync(page) ? statSync(page).mtimeMs : 0
    if (builtAt > newest(join(root, 'src/surfaces/dashboard'))) return
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root })
  } finally {
    rmSync(turn, { recursive: true, force: true })
  }
}

/** A folder is made by one alone; a turn left behind by a process that died is over after a minute. */
function takeTurn(): void {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const until = Date.now() + longestTurnMs
  while (Date.now() < until) {
    try {
      mkdirSync(turn)
      return
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  }
}

function newest(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Math.max(...names.map((name) => statSync(join(folder, name)).mtimeMs))
}
