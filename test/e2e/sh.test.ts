import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { program } from '../support/program.ts'
import { newFolder, runTamis } from './tamis.ts'

const home = newFolder()
const tamis = (args: readonly string[], input?: string) =>
  runTamis(
    [...args.slice(0, 1), '--home', home, ...args.slice(1)],
    input === undefined ? {} : { input },
  )
const many = 'for n in $(seq 300); do echo "PASS part $n"; done'

test('a command that fails: its failures, its exit code, and a closing line', async () => {
  const script = `${many}; echo "FAIL cart: expected 3 to be 4" >&2; exit 3`
  const { code, stdout } = await tamis(['sh', '--closing-line', '--', 'sh', '-c', script])
  expect(code).toBe(3)
  expect(stdout).toContain('FAIL cart: expected 3 to be 4')
  expect(stdout.split('\n').length).toBeLessThan(20)
  expect(stdout).toMatch(
    /\n⟦TAMIS: complete=yes; bytes=\d+; sha256=[0-9a-f]{64}; exit_code=3; prune_id=prn_\S+⟧\n$/,
  )
})

test('a command that ends well goes short, with its last lines', async () => {
  const { code, stdout, stderr } = await tamis([
    'sh',
    '--',
    'sh',
    '-c',
    `${many}; echo "300 passed"`,
  ])
  expect(code).toBe(0)
  expect(stdout).toContain('300 passed')
  expect(stdout.length).toBeLessThan(1500)
  expect(stderr).not.toContain('goal_not_found')
  const id = stderr.match(/prn_[a-z2-7]{16}/)?.[0] ?? ''
  expect((await tamis(['recover', id])).stdout.split('\n')).toHaveLength(302)
})

test('a signal reaches the command, which decides how it ends', async () => {
  const main = program()
  const script = 'trap "echo told; exit 9" TERM; echo ready; while :; do sleep 0.05; done'
  const words = [main, 'sh', '--live', '--home', home, '--', 'sh', '-c', script]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    if (String(text).includes('ready')) child.kill('SIGTERM')
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(9)
  expect(stdout).toContain('told')
})

test('without a goal a text is asked what went wrong; with exit code 0 it goes short', async () => {
  const log = Array.from({ length: 400 }, (_, at) =>
    at === 120 ? 'ERROR: the pool is closed' : `step ${at} done`,
  ).join('\n')
  const failed = await tamis(['prune', '--exit-code', '1'], log)
  expect(failed.stdout).toContain('ERROR: the pool is closed')
  expect((await tamis(['prune'], log)).stdout).toContain('ERROR: the pool is closed')
  const well = await tamis(['prune', '--exit-code', '0'], log)
  expect(well.stdout).toMatch(/step 399 done$/)
  expect(well.stdout.length).toBeLessThan(1500)
})

test.each([
  {
    name: 'picture',
    bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    says: 'a PNG image',
  },
  { name: 'packed.gz', bytes: gzipSync(Buffer.from([0, 1, 2, 3])), says: 'a binary file' },
  { name: 'torn.pdf', bytes: Buffer.from('%PDF-1.7 and then nothing'), says: 'PDF and is damaged' },
])('$name is named and refused', async ({ name, bytes, says }) => {
  const path = join(newFolder(), name)
  writeFileSync(path, bytes)
  const { code, stdout, stderr } = await tamis(['prune', path])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`looks like ${says}`)
})

test('pages and notebooks are read as their text', async () => {
  const folder = newFolder()
  const page = `<html><body>\n<p>the pool is closed</p>\n<script>hidden()</script></body></html>`
  writeFileSync(join(folder, 'page.html'), page)
  const cell = { cell_type: 'markdown', source: ['the pool is closed'] }
  writeFileSync(join(folder, 'book.ipynb'), JSON.stringify({ cells: [cell], nbformat: 4 }))
  for (const name of ['page.html', 'book.ipynb']) {
    const { stdout, stderr } = await tamis(['prune', join(folder, name), '--goal', 'pool'])
    expect(stdout).toContain('the pool is closed')
    expect(stdout).not.toMatch(/hidden|cell_type|<p>/)
    expect(stderr).toContain(name === 'page.html' ? 'was read as HTML' : 'was read as a notebook')
  }
})

test('says that the command printed nothing, and how it ended', async () => {
  const { code, stdout, stderr } = await tamis(['sh', '--', 'sh', '-c', 'exit 7'])
  expect([code, stdout]).toEqual([7, ''])
  expect(stderr).toBe('The command printed nothing and ended with exit code 7.\n')
})
