import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../../../scripts/find-browser.mjs'
import { program } from '../../support/program.ts'

const root = join(import.meta.dirname, '../../..')

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

/** Builds the page beside the program that tests run, unless it is there: made elsewhere and put in place at once. */
export function buildDashboard(): void {
  const page = join(dirname(program()), 'dashboard')
  if (existsSync(page)) return
  const made = mkdtempSync(join(dirname(program()), 'dashboard-new-'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'error', '--outDir', made, '--emptyOutDir'],
    // A test runner calls itself a test; users get what is built for production.
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  // Some tests run it as another user.
  chmodSync(made, 0o755)
  try {
    renameSync(made, page)
  } catch (error) {
    if (!existsSync(page)) throw error
    rmSync(made, { recursive: true })
  }
}
