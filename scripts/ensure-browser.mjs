// Finds a browser for the dashboard's tests, else installs one, else stops with the command to run. Never skips in silence.
import { execFileSync } from 'node:child_process'
import { findBrowser } from './find-browser.mjs'

const install = [
  {
    what: "Playwright's own Chromium",
    isAllowed: () => true,
    commands: [['npx', 'playwright-core', 'install', '--only-shell', 'chromium']],
  },
  {
    what: "the distribution's Chromium",
    isAllowed: () => process.getuid?.() === 0 && isOnPath('apt-get'),
    commands: [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ],
  },
]

/** Resolves nothing and returns nothing: afterwards there is a browser, or the process has ended. */
export function ensureBrowser() {
  if (findBrowser()) return
  for (const { what, isAllowed, commands } of install) {
    if (!isAllowed()) continue
    console.error(`No Chrome or Chromium found: installing ${what}.`)
    if (commands.every(run) && findBrowser()) return
  }
  console.error(
    [
      'The tests of the dashboard need a Chrome or Chromium. Install one and run again:',
      '  npx playwright-core install chromium      (or)',
      '  sudo apt-get install -y chromium          (or)',
      '  CHROME_PATH=/path/to/chrome npm test',
    ].join('\n'),
  )
  process.exit(1)
}

function run([command, ...args]) {
  try {
    execFileSync(command, args, {
      stdio: 'inherit',
      timeout: 300_000,
      shell: process.platform === 'win32',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return true
  } catch (error) {
    console.error(`${command} ${args[0]} did not succeed: ${error.message}`)
    return false
  }
}

function isOnPath(command) {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
