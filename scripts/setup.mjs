// Runs before `npm start` and `npm test` on whatever Node runs npm: installs and builds what is missing or out of date.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const changed = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)
const npm = (...args) =>
  execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })

function newest(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((latest, entry) => {
    const path = join(folder, entry.name)
    return Math.max(latest, entry.isDirectory() ? newest(path) : changed(path))
  }, 0)
}

const isInstalled = changed('node_modules/.package-lock.json') >= changed('package-lock.json')
if (!isInstalled) npm('ci', '--no-audit', '--no-fund', '--loglevel=error')
const isBuilt = isInstalled && changed('dist/.built') >= newest('src')
if (!isBuilt) npm('run', '--silent', 'build')

// Imported late: it needs nothing installed, but `npm start` needs no browser.
if (process.argv.includes('--browser')) (await import('./ensure-browser.mjs')).ensureBrowser()
