#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import module from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`tamis needs Node 22.13 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

// Compiled code is remembered between runs: the command line starts a third faster.
module.enableCompileCache()

// Imported only now: an older Node would fail on them before it could say why.
const { compose, lockHome } = await import('./compose.ts')
const { processEnvironment } = await import('./config/environment.ts')
const { runCli } = await import('./surfaces/cli/cli.ts')
const { offerOwnTools } = await import('./surfaces/offer-own-tools.ts')

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

process.exitCode = await runCli(process.argv.slice(2), {
  version,
  environment: processEnvironment(),
  folder: process.cwd(),
  async compose(loaded) {
    const composed = await compose(loaded, version)
    offerOwnTools(composed.engine)
    return composed
  },
  lockHome,
})
