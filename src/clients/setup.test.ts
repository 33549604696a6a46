import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Machine } from './client-locations.ts'
import { type Reach, type SetupClient, setupClients } from './clients.ts'
import { dotenvEditor } from './edit-dotenv.ts'
import { parsed, setValue, valueAt } from './editor.ts'
import { hookClients } from './hook-clients.ts'
import { applyChanges } from './setup-apply.ts'
import { type FileChange, fileOf, planSetup, planUndo } from './setup-plan.ts'
import { readRecord } from './setup-record.ts'

const url = 'http://127.0.0.1:8006'
const started: Reach = {
  mcp: { command: 'tamis', args: ['mcp'] },
  proxy: url,
  hook: { url, home: '/srv/dev/.tamis', command: 'tamis', isTokenNeeded: false },
  omissions: '/srv/dev/.tamis/o',
}
const everyClient = [...setupClients, ...hookClients]
const called: Reach = { mcp: { url: 'http://127.0.0.1:8006/mcp' }, proxy: undefined }

interface Stage {
  readonly files: readonly string[]
  setUp(reach: Reach): readonly FileChange[]
  undo(): readonly FileChange[]
}

/** One client on a fresh machine, whose files begin as these texts. */
function stage(client: SetupClient, texts: readonly (string | undefined)[] = []): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-setup-'))
  const home = join(folder, 'tamis')
  const machine: Machine = { platform: 'linux', environment: {}, home: folder }
  const files = client.files.map((file) => fileOf(file, machine))
  for (const [index, file] of files.entries()) {
    const text = texts[index]
    if (text === undefined) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const carryOut = (changes: readonly FileChange[]): readonly FileChange[] => {
    applyChanges(home, client.id, changes)
    return changes
  }
  return {
    files,
    setUp: (reach) => carryOut(planSetup(client, reach, machine, readRecord(home, client.id))),
    undo: () => carryOut(planUndo(client, readRecord(home, client.id) ?? { files: [] })),
  }
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** A text of each client's own format, with things in it that must not move. */
function sample(client: SetupClient, index: number, seed: string): string {
  const editor = client.files[index]?.editor
  const words = JSON.stringify(seed)
  if (editor?.empty === '{}\n')
    return `// ${JSON.stringify(seed)}\n{\n\t"mine": ${words}, // stays\n\t"list": [1,2],\n}\n`
  if (client.id === 'codex') return `# mine\nmodel = ${words}\n\n[profiles.x]\nlist = [ 1,2 ]\n`
  if (client.id === 'continue')
    return `# mine\nname: ${words}\nmodels:\n  - name: x\n    model: y\n`
  return `# mine\nKEY=${words}\n`
}

test.each(everyClient)('$id: set up, then undone, is byte for byte what it was', (client) => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.array(fc.boolean()), (seed, there) => {
      const texts = client.files.map((_, index) =>
        there[index] === false ? undefined : sample(client, index, seed),
      )
      const { files, setUp, undo } = stage(client, texts)
      setUp(called)
      setUp(started)
      undo()
      expect(files.map(read)).toEqual(texts)
    }),
    { numRuns: 20 },
  )
})

test.each(everyClient)('$id: set up twice changes nothing the second time', (client) => {
  const { setUp } = stage(client)
  expect(setUp(started).some(({ before, after }) => before !== after)).toBe(true)
  expect(setUp(started).every(({ before, after }) => before === after)).toBe(true)
})

const withEntries = everyClient.filter(
  ({ files: [first] }) => first?.editor.empty !== '' || first.editor === dotenvEditor,
)

test.each(withEntries)('$id: an undo keeps what the user changed since', (client) => {
  const { files, setUp, undo } = stage(
    client,
    client.files.map((_, index) => sample(client, index, 'a')),
  )
  setUp(started)
  const [file = ''] = files
  const [{ editor } = { editor: undefined }] = client.files
  if (!editor) throw new Error('no editor')
  const path = client.id === 'continue' ? ['mcpServers', 'other'] : ['newer']
  const value = client.id === 'continue' ? { url: 'x' } : 'yes'
  writeFileSync(file, setValue(editor, file, read(file) ?? '', { path, value }))
  undo()
  const whole = parsed(editor, file, read(file) ?? '')
  expect(valueAt(whole, path)).toEqual(value)
  expect(JSON.stringify(whole)).not.toContain('tamis')
  const before = parsed(editor, file, sample(client, 0, 'a'))
  expect(Object.keys(whole as object).toSorted()).toEqual(
    [...Object.keys(before as object), path[0]].toSorted(),
  )
})

test('an entry of ours that the user changed is left, and named', () => {
  const cursor = setupClients.find(({ id }) => id === 'cursor')
  if (!cursor) throw new Error('no Cursor')
  const { files, setUp, undo } = stage(cursor)
  setUp(started)
  const [file = ''] = files
  writeFileSync(file, (read(file) ?? '').replace('"mcp"', '"mcp", "--profile", "all"'))
  const [change] = undo()
  expect(change?.notes.map(String)).toEqual([
    `mcpServers.tamis in ${file} was changed since, and is left as it is`,
  ])
  expect(read(file)).toContain('--profile')
})

test('a value that stood there before comes back', () => {
  const claude = setupClients.find(({ id }) => id === 'claude-code')
  if (!claude) throw new Error('no Claude Code')
  const { files, setUp, undo } = stage(claude, [
    undefined,
    '{"env":{"ANTHROPIC_BASE_URL":"https://mine"}}',
  ])
  setUp(started)
  const [, settings = ''] = files
  expect(read(settings)).toContain('127.0.0.1')
  writeFileSync(settings, (read(settings) ?? '').replace('{', '{"model":"x",'))
  undo()
  expect(read(settings)).toBe('{"model":"x","env":{"ANTHROPIC_BASE_URL":"https://mine"}}')
})

function hookOf(id: string): SetupClient {
  const client = hookClients.find((one) => one.id === id)
  if (!client) throw new Error(`no hook of ${id}`)
  return client
}

test('hooks and permissions of the user’s own stay, whatever happens to ours', () => {
  const mine = { matcher: 'Edit', hooks: [{ type: 'command', command: 'mine' }] }
  const before = {
    hooks: { PostToolUse: [mine] },
    permissions: { allow: ['Bash(set -o pipefail)', 'Bash(ls:*)'] },
  }
  const { files, setUp, undo } = stage(hookOf('claude-code'), [JSON.stringify(before)])
  setUp(started)
  const [file = ''] = files
  const after = JSON.parse(read(file) ?? '')
  expect(after.hooks.PostToolUse).toEqual([
    mine,
    expect.objectContaining({ matcher: 'Bash|mcp__.*' }),
  ])
  expect(after.permissions.allow).toEqual([
    ...before.permissions.allow,
    'Bash(tamis hook claude-code --of:*)',
    'Read(//srv/dev/.tamis/o/**)',
  ])
  writeFileSync(file, (read(file) ?? '').replace('{', '{"model":"x",'))
  undo()
  expect(JSON.parse(read(file) ?? '')).toEqual({ model: 'x', ...before })
})

test('a token is named and never written', () => {
  const { files, setUp } = stage(hookOf('claude-code'))
  const hook = { url, home: '/srv/dev/.tamis', command: 'tamis', isTokenNeeded: true }
  setUp({ ...started, hook })
  const [file = ''] = files
  expect(read(file)).toContain('"x-tamis-token": "$TAMIS_TOKEN"')
  expect(read(file)).toContain('"allowedEnvVars": ["TAMIS_TOKEN"]')
})

test('where files say otherwise about reading, they are left so', () => {
  const opencode = setupClients.find(({ id }) => id === 'opencode')
  if (!opencode) throw new Error('no opencode')
  const { files, setUp } = stage(opencode, ['{"permission":"allow"}'])
  setUp(started)
  expect(JSON.parse(read(files[0] ?? '') ?? '')).toMatchObject({ permission: 'allow', mcp: {} })
})
