import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../src/compose/compose.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { Sender } from './run-session.ts'

/** The proxy's own sieve, as a user has it: a home of its own, its store, its files, its settings. */
export async function openSieve(
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly send: Sender; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-bench-'))
  const loaded = loadConfig({ home: join(folder, '.tamis') }, environment, folder)
  const { engine, close } = await compose(loaded, '0.0.0')
  return {
    async send(messages, model) {
      const body = JSON.stringify({ model, messages })
      const sieved = await engine.conversations.sieve('openai-chat', body, { model })
      return JSON.parse(sieved.body).messages
    },
    async close() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
