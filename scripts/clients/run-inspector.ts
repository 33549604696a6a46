import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTamis } from '../../test/e2e/tamis.ts'
import { installClient } from './install-client.ts'
import type { Outcome } from './run-agent.ts'
import { type Ran, runProgram } from './run-program.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
const program = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'

/** The official inspector's command line: lists our tools and calls one, over HTTP and over stdio. */
export async function runInspector(): Promise<Outcome> {
  const installed = installClient('@modelcontextprotocol/inspector@2.12.0', program)
  if ('problem' in installed) return { facts: '', problem: installed.problem }
  const daemon = await startTamis()
  const inspect = (target: readonly string[], words: readonly string[]): Promise<Ran> => {
    const folder = mkdtempSync(join(tmpdir(), 'tamis-inspector-'))
    const all = [installed.program, '--cli', ...target, ...words]
    return runProgram(process.execPath, all, { folder, environment: { HOME: folder } })
  }
  const targets = {
    HTTP: [`${daemon.url}/mcp`],
    stdio: [process.execPath, main, 'mcp', '--home', mkdtempSync(join(tmpdir(), 'tamis-home-'))],
  }
  try {
    const facts: string[] = []
    for (const [name, target] of Object.entries(targets)) {
      const listed = await inspect(target, ['--method', 'tools/list'])
      const called = await inspect(target, callWords)
      const tools = namesIn(listed.stdout)
      const isFine = tools.includes('prune_text') && called.stdout.includes('tool:tamis:')
      if (!isFine) return { facts: '', problem: `${name}: ${listed.stderr}${called.stderr}` }
      facts.push(`${name}: ${tools.length} tools listed, pml_discover called`)
    }
    return { facts: facts.join('; ') }
  } finally {
    await daemon.stop()
  }
}

const callWords = [
  ...['--method', 'tools/call', '--tool-name', 'pml_discover'],
  ...['--tool-arg', 'intent=ask my documents a question'],
]

function namesIn(text: string): readonly string[] {
  try {
    const { tools } = JSON.parse(text) as { tools: readonly { name: string }[] }
    return tools.map(({ name }) => name)
  } catch {
    return []
  }
}
