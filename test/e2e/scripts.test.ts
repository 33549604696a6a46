import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands, folderWith, homeWith, startGateway } from './gateway-stage.ts'
import { runTamis } from './tamis.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/discover.md'), 'utf8')
const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(guide) ?? []

const folder = folderWith(
  Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `note-${at}.txt`,
      `note ${at}\n${'.\n'.repeat(at * 50)}`,
    ]),
  ),
)
const home = homeWith({ files: { args: commands.filesystem(folder) } })
const largest = [7, 6, 5, 4, 3].map((at) => `note-${at}.txt: note ${at}`)

test('the script of the guide runs from a file and from standard input', async () => {
  const file = join(folderWith({}), 'largest-files.ts')
  writeFileSync(file, example)
  const args = ['--args', JSON.stringify({ folder }), '--json', '--home', home]
  const fromFile = await runTamis(['execute', '--code', file, ...args])
  expect(fromFile.code).toBe(0)
  expect(JSON.parse(fromFile.stdout)).toMatchObject({
    status: 'success',
    result: largest,
    calls: { 'files:list_directory_with_sizes': 1, 'files:read_text_file': 5 },
  })
  const piped = await runTamis(['execute', '--code', '-', ...args], { input: example })
  expect(JSON.parse(piped.stdout).result).toEqual(largest)
})

test('a script that fails ends the command with 1, and says where', async () => {
  const code = '\nthrow new Error("not today")'
  const { code: exit, stdout } = await runTamis(
    ['execute', '--code', '-', '--json', '--home', home],
    { input: code },
  )
  expect(exit).toBe(1)
  expect(JSON.parse(stdout).error.message).toBe('Error: not today (line 2)')
})

test('discover shows signatures in place of schemas, and what they say is so', async () => {
  const daemon = await startGateway({}, { home })
  const { results } = await daemon.call<{
    results: readonly { id: string; signature?: string; summary?: object }[]
  }>('discover', { intent: 'read a text file', verbosity: 'code', limit: 3 })
  const read = results.find(({ id }) => id === 'tool:files:read_text_file')
  expect(read?.summary).toBeUndefined()
  expect(read?.signature).toBe(
    'tools.files.read_text_file(args: { path: string; tail?: number; head?: number }): Promise<{ content: string }>',
  )
  const code = `return await tools.files.read_text_file({ path: ${JSON.stringify(join(folder, 'note-1.txt'))}, head: 1 })`
  expect(await daemon.call('execute', { code })).toMatchObject({ result: { content: 'note 1' } })
})
