import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../../config/load.ts'
import { phrase } from '../../../phrase.ts'
import type { Command, CommandContext } from '../command.ts'
import { openInBrowser } from '../daemon/open-in-browser.ts'
import { type Act, acts, type Stage } from '../demo/acts.ts'

/** `tamis demo`: each sieve on examples of our own, in a folder that is gone afterwards. */
export const demo: Command = {
  name: 'demo',
  summary: 'Show each sieve at work on bundled examples: no key, no network, nothing of yours',
  options: {
    once: { type: 'boolean', description: 'End after the show; do not serve the dashboard' },
    open: {
      type: 'boolean',
      description: 'Open the dashboard in a browser (default; --no-open only prints its address)',
    },
  },
  examples: ['tamis demo', 'tamis demo --once'],
  async run(context, args) {
    const home = mkdtempSync(join(tmpdir(), 'tamis-demo-'))
    try {
      await withDaemon(context, home, async (stage) => {
        const startedAt = performance.now()
        for (const [at, act] of acts.entries()) await show(context, stage, act, at + 1)
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
        context.output.note(phrase`All five in ${seconds} s, on this machine alone.`)
        if (args.isSet('once') || !process.stdout.isTTY) return
        context.output.note(
          phrase`What the model saw, and what it did not: ${stage.url} (Ctrl-C ends)`,
        )
        if (!args.isNegated('open')) openInBrowser(stage.url)
        if (!context.signal.aborted) await once(context.signal, 'abort')
      })
      return 0
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

/** The user's own settings stay out of it: only defaults; the proxy's stand-in answers. */
async function withDaemon(
  { deps, signal }: CommandContext,
  home: string,
  use: (stage: Stage) => Promise<void>,
): Promise<void> {
  const values = { 'server.port': '0' }
  const loaded = loadConfig({ home, values }, {}, home)
  const { engine, engineOf, log, close } = await deps.compose(loaded, { isDaemon: true })
  try {
    const { startDaemon } = await import('../../daemon.ts')
    const { server: settings, proxy } = loaded.config
    const daemon = await startDaemon({ engineOf, log, version: deps.version, settings, proxy })
    try {
      await use({ engine, url: daemon.url, signal })
    } finally {
      await daemon.close()
    }
  } finally {
    await close()
  }
}

async function show(
  { output }: CommandContext,
  stage: Stage,
  { sieve, about, play }: Act,
  number: number,
): Promise<void> {
  const lines = await play(stage)
  const shown = lines.map((line) => (line === '' ? '' : `   ${line}`))
  output.result([`${number}. ${sieve}: ${about}`, '', ...shown, ''].join('\n'))
}
