import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../../../scripts/find-browser.mjs'

const root = join(import.meta.dirname, '../../..')
const page = join(root, 'dist/dashboard/index.html')

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

/** Builds the page when it is missing or older than its sources. */
export function buildDashboard(): void {
  const builtAt = existsSync(page) ? statSync(page).mtimeMs : 0
  if (builtAt > newest(join(root, 'src/surfaces/dashboard'))) return
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root })
}

function newest(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Math.max(...names.map((name) => statSync(join(folder, name)).mtimeMs))
}
