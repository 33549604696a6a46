#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import module from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`tamis needs Node 22.15 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

// Imported only now, since an older Node would fail on them before it could say why; and the
// engine only when a command asks for it.
const { processEnvironment } = await import('./config/process-environment.ts')
const { compileCacheFolder } = await import('./config/compile-cache.ts')

// Compiled code is remembered between runs: the command line starts a third faster. Its folders are
// our user's alone.
const umask = process.umask(0o077)
module.enableCompileCache(compileCacheFolder(process.argv.slice(2), processEnvironment()))
process.umask(umask)

const { runCli } = await import('./surfaces/cli/cli.ts')

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

process.exitCode = await runCli(process.argv.slice(2), {
  version,
  environment: processEnvironment(),
  folder: process.cwd(),
  async compose(loaded, options) {
    const { compose } = await import('./compose/compose.ts')
    return compose(loaded, version, {
      ...options,
      onEngine: (engine) =>
        engine.discovery.offer(async () => {
          const { ownTools } = await import('./surfaces/own-tools.ts')
          return ownTools(engine)
        }),
    })
  },
  async composePruner(home) {
    const { composePruner } = await import('./compose/prune.ts')
    return composePruner(home)
  },
  async readDocument(kind, bytes) {
    const { documentText } = await import('./compose/document.ts')
    return documentText(kind, bytes)
  },
  async openStoreUpkeep(loaded) {
    const { openStoreUpkeep } = await import('./compose/upkeep.ts')
    return openStoreUpkeep(loaded, version)
  },
  async agentSessions(folders) {
    const { agentSessions } = await import('./compose/sessions.ts')
    return agentSessions(folders)
  },
  async lockHome(home) {
    const { lockHome } = await import('./compose/compose.ts')
    return lockHome(home)
  },
})
