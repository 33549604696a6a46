// Compiles src to dist, copies what the compiler leaves (SQL migrations), and builds the dashboard when there is one.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const run = (command, ...args) =>
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })

rmSync('dist', { recursive: true, force: true })
run('tsc', '-p', 'tsconfig.build.json')
for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.sql')) cpSync(join('src', file), join('dist', file))
if (existsSync('src/surfaces/dashboard/index.html')) run('vite', 'build', '--logLevel', 'warn')
if (existsSync('dist/main.js')) chmodSync('dist/main.js', 0o755)
writeFileSync('dist/.built', '')
