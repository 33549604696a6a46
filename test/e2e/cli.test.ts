import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { program } from '../support/program.ts'
import { newFolder, runTamis } from './tamis.ts'

const home = newFolder()
const log = Array.from({ length: 300 }, (_, index) =>
  index === 200 ? 'FAIL src/cart.test.ts: expected 3 to be 4' : `PASS src/part-${index}.test.ts`,
).join('\n')

const conversation = join(newFolder(), 'conversation.json')
writeFileSync(conversation, '[{"role":"user","content":"hi"}]')

const tamis = (args: readonly string[], input?: string) =>
  runTamis([...args, '--home', home], input === undefined ? {} : { input })

test('prunes stdin to stdout, one summary line to stderr, and recovers without a daemon', async () => {
  const pruned = await tamis(['prune', '--goal', 'why does it fail'], log)
  expect(pruned.code).toBe(0)
  expect(pruned.stdout).toContain('FAIL src/cart.test.ts: expected 3 to be 4')
  expect(pruned.stderr.trim().split('\n')).toHaveLength(1)
  expect(pruned.stderr).toMatch(/^tamis: kept \d+ of 300 lines; \d+ → \d+ tokens/)
  const id = pruned.stderr.match(/prn_[a-z2-7]{16}/)?.[0] ?? ''
  expect((await tamis(['recover', id])).stdout).toBe(log)
  expect((await tamis(['recover', id, '201', '1-2', '--numbers'])).stdout).toBe(
    '201│ FAIL src/cart.test.ts: expected 3 to be 4\n1│ PASS src/part-0.test.ts\n2│ PASS src/part-1.test.ts\n',
  )
  expect((await tamis(['recover', id, '--search', 'cart', '--context', '0'])).stdout).toMatch(
    /^FAIL/,
  )
  expect(await tamis(['recover', id, '301-400'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'The text ends before these lines\n',
  })
})

test('prunes several files, and says which one it could not read', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'a.log'), log)
  const files = [join(folder, 'a.log'), join(folder, 'missing.log')]
  const pruned = await tamis(['prune', ...files, '--goal', 'fail', '--quiet'])
  expect(pruned.code).toBe(1)
  expect(pruned.stdout).toMatch(/^==> .*a\.log <==\n/)
  expect(pruned.stderr).toMatch(/There is no file .*missing\.log/)
  expect((await tamis(['prune', folder])).stderr).toMatch(/is a folder, and a file is needed/)
})

test.each([
  { what: 'UTF-16', bytes: Buffer.from('\ufeffdéjà\r\n', 'utf16le'), read: 'déjà\r\n' },
  { what: 'Windows-1252', bytes: Buffer.from('d\xe9j\xe0\r\n', 'latin1'), read: 'déjà\r\n' },
])('reads a file of $what, and says so', async ({ what, bytes, read }) => {
  const file = join(newFolder(), 'a log 😀.txt')
  writeFileSync(file, bytes)
  const { stdout, stderr } = await tamis(['prune', file, '--goal', 'x'])
  expect(stdout).toBe(read)
  expect(stderr).toContain(`a log 😀.txt is not UTF-8 and was read as ${what}.\n`)
})

test('says that nothing came in, and keeps the mark of a text', async () => {
  const empty = await tamis(['prune', '--goal', 'x'], '')
  expect(empty).toMatchObject({ code: 0, stdout: '' })
  expect(empty.stderr).toBe('The text is empty. `2>&1` in front of the pipe sends errors along.\n')
  expect((await tamis(['prune', '--goal', 'x'], '\ufeffone')).stdout).toBe('\ufeffone')
})

test('gives JSON, and the ledger adds it up', async () => {
  const { stdout } = await tamis(['prune', '--goal', 'fail', '--json', '--keep', '0.1'], log)
  expect(JSON.parse(stdout).stats.original_lines).toBe(300)
  const sum = JSON.parse((await tamis(['ledger', '--json'])).stdout)
  expect(sum.totals[0]).toMatchObject({ group: 'prune', fallbacks: 0 })
  expect((await tamis(['ledger', 'list', '--limit', '1'])).stdout).toMatch(/prune +cli/)
})

test('cuts inside very long lines, with a marker, and recovers them whole or in part', async () => {
  const line = `{"a":"${'x'.repeat(20_000)}","needle":"here","b":"${'y'.repeat(20_000)}"}`
  const pruned = await tamis(['prune', '--goal', 'needle'], line)
  expect(pruned.stdout.length).toBeLessThan(5000)
  expect(pruned.stdout).toContain('"needle":"here"')
  expect(pruned.stdout).toMatch(/⟦PRUNED: prune_id=prn_\S+ line 1 columns \d+-\d+ \(\d+\) reason=/)
  const id = pruned.stderr.match(/prn_[a-z2-7]{16}/)?.[0] ?? ''
  expect((await tamis(['recover', id])).stdout).toBe(line)
  expect((await tamis(['recover', id, '1:801-840'])).stdout).toBe(line.slice(800, 840))
})

test('markers are in the language of whoever reads them', async () => {
  const args = ['prune', '--goal', 'fail', '--keep', '0.1', '--home', home]
  const english = await runTamis(args, { input: log })
  expect(english.stdout).toMatch(
    /^⟦PRUNED: prune_id=prn_\S+ lines \d+-\d+ \(\d+\) reason=not about /m,
  )
  const french = await runTamis(args, { input: log, env: { LC_ALL: 'fr_FR.UTF-8' } })
  expect(french.stdout).toMatch(
    /^⟦PRUNÉ: prune_id=prn_\S+ lignes \d+-\d+ \(\d+\) raison=hors focus/m,
  )
})

test.each([
  { args: ['sh'], says: /Name a command/ },
  { args: ['prune', '--gaol', 'x'], says: /Unknown option --gaol\nDid you mean --goal\?/ },
  { args: ['prune', '--goal', 'x', '--keep', 'half'], says: /--keep takes a number/ },
  { args: ['prune', '--goal', 'x', '--keep', '3'], says: /^tamis: --keep: must be at most 1/ },
  { args: ['search'], says: /^tamis: QUERY is missing\nFor instance `tamis search / },
  { args: ['search', 'x', '--mode', 'guess'], says: /^tamis: --mode: must be one of lexical, / },
  { args: ['memory', 'outcome'], says: /^tamis: --story is missing/ },
  {
    args: ['memory', 'clarify', ...'--story PD-1 --project a --domain b --answer x'.split(' ')],
    says: /^tamis: Found 1 answer instead of 4/,
  },
  {
    args: ['memory', 'outcome', ...'--story PD-1 --result go --gate 99'.split(' ')],
    says: /^tamis: --gate: must be at most /,
  },
  { args: ['store', 'purge'], says: /^tamis: WHAT is missing/ },
  { args: ['up', '--port', '99999'], says: /^tamis: --port takes a number from 0 to 65535/ },
  { args: ['--quiet'], says: /^tamis: Name a command\n/ },
  { args: ['memory', 'veille', 'serach'], says: /Did you mean `tamis memory veille search`\?/ },
  {
    args: ['mask', conversation, '--policy', '{"nope":1}'],
    says: /^tamis: --policy: unknown field nope/,
  },
  { args: ['reset'], says: /^tamis: say either a source or all/ },
  { args: ['status', 'now'], says: /Unexpected "now"\nFor instance `tamis status`/ },
  {
    args: ['config', 'set', 'mask.mode', 'thrifty'],
    says: /Unexpected "set"\nSettings are changed in tamis\.toml/,
  },
  { args: ['memory', 'foo'], says: /There is no command "memory foo"\n`tamis memory` lists/ },
  { args: ['prune', '-q'], says: /Unknown option -q\n/ },
  { args: ['prune', '--goal', '-1'], says: /--goal needs a value\nWrite --goal=VALUE/ },
  { args: ['prune', '--json=3'], says: /--json takes no value/ },
  { args: ['recover'], says: /Which id\?/ },
  { args: ['recover', 'prn_x', 'ten'], says: /"ten" is no line range/ },
  { args: ['memory', 'injcet'], says: /Did you mean `tamis memory inject`\?/ },
  { args: ['pruen'], says: /Did you mean `tamis prune`\?/ },
])('exits 2 on wrong usage and says what is wrong: $args', async ({ args, says }) => {
  const { code, stderr, stdout } = await tamis(args, '')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(says)
})

test('exits 1 on a refusal, with its hint, or as JSON', async () => {
  const refused = await tamis(['recover', 'prn_nope'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/Nothing is kept under prn_nope\nIt may have expired/)
  const asJson = JSON.parse((await tamis(['recover', 'prn_nope', '--json'])).stdout)
  expect(asJson.error).toMatchObject({
    code: 'prune_id_not_found',
    details: { prune_id: 'prn_nope' },
  })
  const wrong = await tamis(['search', '--json'])
  expect({ code: wrong.code, ...JSON.parse(wrong.stdout) }).toMatchObject({
    code: 2,
    error: { code: 'invalid_input', message: 'QUERY is missing' },
  })
})

test('promises no way back where nothing could be kept', async () => {
  const file = join(newFolder(), 'no-folder')
  writeFileSync(file, '')
  const pruned = await runTamis(['prune', '--goal', 'fail', '--home', file], { input: log })
  expect(pruned).toMatchObject({ code: 0, stdout: log })
  expect(pruned.stderr).toMatch(/recovery_unavailable/)
  expect(pruned.stderr).not.toMatch(/tamis recover/)
})

test('init, config and trust work together', async () => {
  const folder = newFolder()
  const own = newFolder()
  const run = (...args: string[]) =>
    runTamis([...args, '--home', own], { folder, env: { DEEPINFRA_API_KEY: 'sk-canary' } })
  expect((await run('init', 'tamis.toml')).code).toBe(0)
  expect(existsSync(join(folder, 'tamis.toml'))).toBe(true)
  expect((await run('init', 'tamis.toml')).code).toBe(1)
  writeFileSync(join(folder, 'tamis.toml'), '[server]\nport = 4321\n')
  expect((await run('status')).stderr.match(/run `tamis trust`/g)).toHaveLength(1)
  const before = await run('config')
  expect(before.stderr).toMatch(/run `tamis trust`/)
  expect(before.stdout).toMatch(/server\.port +8006\n/)
  expect(before.stdout + before.stderr).not.toContain('canary')
  expect(await run('trust')).toMatchObject({ code: 0, stderr: '' })
  const after = await run('config')
  expect(after.stdout).toMatch(/server\.port +4321 +# .*tamis\.toml/)
})

test('doctor finds what is wrong and how to mend it', async () => {
  const fine = await tamis(['doctor'])
  expect(fine).toMatchObject({ code: 0 })
  const broken = await runTamis(['doctor', '--home', newFolder()], { env: { TAMIS_PORT: 'x' } })
  expect(broken.code).toBe(1)
  expect(broken.stdout).toMatch(/FAIL {2}configuration: TAMIS_PORT/)
})

test('finds a command behind the options of every command, and groups within groups', async () => {
  const first = await runTamis(['--home', home, '--json', 'status'])
  expect(JSON.parse(first.stdout)).toMatchObject({ home })
  const group = await tamis(['memory', 'veille'])
  expect(group.stdout).toMatch(/memory veille index .*\n {2}memory veille search /)
  expect((await tamis(['store', 'purge', '--help'])).stdout).toMatch(
    /\n {2}WHAT {2}What to remove \(originals \| ledger \| all; required\)\n/,
  )
})

test('help teaches each command, and the version is one line', async () => {
  const help = await tamis(['prune', '--help'])
  expect(help.stdout).toMatch(/Usage: tamis prune[\s\S]*--goal[\s\S]*Examples:/)
  expect((await tamis(['help', 'prune'])).stdout).toBe(help.stdout)
  expect((await tamis(['help', 'memory'])).stdout).toMatch(/memory inject/)
  expect((await runTamis(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('greets, and says what to do next where you stand', async () => {
  const nowhere = join(newFolder(), 'not-yet')
  const atFirst = await runTamis([], { env: { TAMIS_HOME: nowhere } })
  expect(atFirst.stdout).toMatch(/Next:\n {2}tamis demo /)
  expect(existsSync(nowhere)).toBe(false)
  const later = await runTamis([], { env: { TAMIS_HOME: home } })
  expect(later.stdout).toMatch(/Next:\n {2}tamis up /)
  const french = await runTamis([], { env: { TAMIS_HOME: nowhere, LC_ALL: 'fr_FR.UTF-8' } })
  expect(french.stdout).toMatch(/Pour continuer :\n {2}tamis demo /)
})

test('counts one thing as one, and speaks the language of the reader in tables too', async () => {
  const own = newFolder()
  const run = async (words: string, locale = 'C', input = '') => {
    const args = [...words.split(' '), '--home', own]
    const { stdout, stderr } = await runTamis(args, { input, env: { LC_ALL: locale } })
    return stdout + stderr
  }
  expect(await run('prune --goal x', 'C', 'a')).toMatch(/kept its one line, 1 token; /)
  expect(await run('status')).toMatch(/Store {4}1 original, .*\nSaved {4}0 tokens/)
  expect(await run('status', 'fr_FR.UTF-8')).toMatch(/Dépôt {4}1 original, .*\nGagné {4}0 jeton /)
  expect(await run('ledger')).toMatch(
    /^ +entries +tokens before +after +saved +money +spent\nprune +1 /,
  )
  expect(await run('ledger', 'fr_FR.UTF-8')).toMatch(
    /^ +entrées +jetons avant +après +gagnés +argent +dépensé\nprune +1 /,
  )
  expect(await run('ledger --json', 'fr_FR.UTF-8')).toBe(await run('ledger --json'))
})

test.each([
  { how: 'on a terminal', command: 'prune --help', isColoured: true },
  { how: 'on a terminal under NO_COLOR', command: 'prune --help', isColoured: false, none: '1' },
  { how: 'in a pipe', command: 'prune --help | cat', isColoured: false },
])('colours its pages $how: $isColoured', async ({ command, isColoured, none }) => {
  const env = { PATH: process.env.PATH, TERM: 'xterm', ...(none ? { NO_COLOR: none } : {}) }
  const line = `'${process.execPath}' '${program()}' ${command}`
  const { stdout } = await promisify(execFile)('script', ['-qec', line, '/dev/null'], { env })
  expect(stdout).toContain('Usage:')
  expect(stdout.includes('\u001b[1m')).toBe(isColoured)
})

test('what is said of a text that does not end its last line begins a line of its own', async () => {
  const line = `printf 'one\\ntwo' | '${process.execPath}' '${program()}' prune --goal two --home '${newFolder()}'`
  const env = { PATH: process.env.PATH, TERM: 'dumb' }
  const { stdout } = await promisify(execFile)('script', ['-qec', line, '/dev/null'], { env })
  expect(stdout).toMatch(/two\r?\ntamis: kept/)
})

test('shows each sieve at work, and leaves nothing behind', async () => {
  const folder = newFolder()
  const shown = await runTamis(['demo'], {
    env: { TMPDIR: folder, TAMIS_HOME: join(folder, 'own') },
  })
  expect(shown.code).toBe(0)
  for (const part of [
    'AssertionError: expected 4 to be 1',
    'tokens (−98 %)',
    'over 40 requests, $',
    'tool:database:slow_queries',
    'A charge is retried at most 4 times, with jitter.',
    'Refused: score_gate',
    'a declined card is final',
  ])
    expect(shown.stdout).toContain(part)
  expect(readdirSync(folder).filter((name) => name.startsWith('tamis'))).toEqual([])
  expect(existsSync(join(folder, 'own'))).toBe(false)
})
