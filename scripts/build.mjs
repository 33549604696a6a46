// Bundles src into dist, and builds the dashboard when there is one.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { bundle } from './bundle.mjs'

const run = (command, ...args) =>
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })

rmSync('dist', { recursive: true, force: true })
await bundle('dist')
if (existsSync('src/surfaces/dashboard/index.html')) run('vite', 'build', '--logLevel', 'warn')
chmodSync('dist/main.js', 0o755)
writeFileSync('dist/.built', '')
