import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { program } from '../support/program.ts'
import {
  cleanEnvironment,
  newFolder,
  postJson,
  type RunningDaemon,
  runTamis,
  startTamis,
} from './tamis.ts'

const main = program()
const small = { TAMIS_MASK_PRUNE_MIN_TOKENS: '300' }

function captured(agent: string, name: string, home = '/srv/dev'): string {
  const text = readFileSync(`test/fixtures/hooks/${agent}/${name}.json`, 'utf8')
  return text.replaceAll('/srv/dev', home)
}

let daemon: RunningDaemon
beforeAll(async () => {
  daemon = await startTamis({ env: small })
})
afterAll(() => daemon.stop())

describe('POST /api/hook/AGENT', () => {
  test('answers in the agent’s own form, and the file it names holds the whole', async () => {
    const payload = captured('claude-code', 'result-tests-pass')
    const { status, body } = await postJson(`${daemon.url}/api/hook/claude-code`, payload)
    expect(status).toBe(200)
    const { updatedToolOutput: output } = (
      body as { hookSpecificOutput: { updatedToolOutput: { stdout: string; stderr: string } } }
    ).hookSpecificOutput
    const { stdout } = JSON.parse(payload).tool_response
    expect(output.stdout.length).toBeLessThan(stdout.length / 2)
    expect(output.stdout).toContain('not ok 121 - boom')
    const path = /whole text: (\S+)⟧/.exec(output.stdout)?.[1] ?? ''
    expect(readFileSync(path, 'utf8')).toBe(stdout)
  })

  test('has nothing to say of what it does not know, and never fails', async () => {
    for (const payload of ['{}', '[]', '1', '{"hook_event_name":"Stop"}']) {
      const { status, text } = await postJson(`${daemon.url}/api/hook/claude-code`, payload)
      expect({ status, text }).toEqual({ status: 200, text: '{}' })
    }
  })

  test('names the agents it knows when it is asked by another', async () => {
    const { status, text } = await postJson(`${daemon.url}/api/hook/unknown`, '{}')
    expect(status).toBe(400)
    expect(text).toContain('gemini-cli')
  })

  test('rows of the ledger name the agent', async () => {
    await postJson(`${daemon.url}/api/hook/pi`, captured('pi', 'result-tests-fail'))
    const { body } = await postJson(`${daemon.url}/api/ledger.list`, { source: 'hook:pi' })
    expect(body).toMatchObject({ entries: [{ kind: 'prune', source: 'hook:pi' }] })
  })
})

test('what a hook left out does not expire', async () => {
  const home = newFolder()
  // Pruned for a second, as anybody may ask; kept for ever, as a hook needs it.
  const first = await startTamis({ home, env: { ...small, TAMIS_PRUNE_PRUNE_ID_TTL_S: '1' } })
  const payload = captured('opencode', 'result-tests-pass')
  const { text } = await postJson(`${first.url}/api/hook/opencode`, payload)
  await first.stop()
  const id = /prn_\w+/.exec(text)?.[0] ?? ''
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(home, 'tamis.db'), { readOnly: true })
  const row = database.prepare('select expires_at from originals where id = ?').get(id)
  database.close()
  expect(Number(row?.expires_at)).toBe(8_640_000_000_000_000)
})

describe('tamis hook', () => {
  test('prints the answer, and writes the file it names', async () => {
    const home = newFolder()
    const payload = captured('gemini-cli', 'result-tests-fail', home)
    const words = ['hook', 'gemini-cli', '--home', daemon.home]
    const { code, stdout } = await runTamis(words, { input: payload })
    expect(code).toBe(0)
    const { name, args } = JSON.parse(stdout).hookSpecificOutput.tailToolCallRequest
    expect(name).toBe('read_file')
    expect(readFileSync(args.file_path, 'utf8')).toContain('Exit Code: 3')
    // The agent has read it: it goes.
    const after = JSON.stringify({
      ...JSON.parse(payload),
      tool_name: 'read_file',
      tool_input: args,
      original_request_name: 'run_shell_command',
    })
    expect(await runTamis(words, { input: after })).toMatchObject({ code: 0, stdout: '' })
    expect(() => readFileSync(args.file_path)).toThrow('ENOENT')
  })

  test('prints nothing and succeeds when no daemon runs, or what came is no event', async () => {
    const nobody = ['hook', 'codex', '--home', newFolder()]
    const silent = { code: 0, stdout: '', stderr: '' }
    expect(await runTamis(nobody, { input: captured('codex', 'before-tests-fail') })).toEqual(
      silent,
    )
    const known = ['hook', 'codex', '--home', daemon.home]
    expect(await runTamis(known, { input: 'no json' })).toEqual(silent)
    expect(await runTamis(known, { input: '' })).toEqual(silent)
  })

  test('a command it rewrote prints less and ends as before', async () => {
    const filter = `${process.execPath} ${main} hook codex --home ${daemon.home} --of`
    const words = ['hook', 'codex', '--home', daemon.home, '--filter', filter]
    const { stdout } = await runTamis(words, {
      input: captured('codex', 'before-tests-fail'),
      env: { SHELL: '/bin/bash' },
    })
    const { command } = JSON.parse(stdout).hookSpecificOutput.updatedInput
    const lines =
      'for i in $(seq 300); do echo "ok $i - case"; done; echo "not ok 301 - boom"; exit 3'
    const fake = `npm() { ${lines}; }; ${command}`
    const ran = spawnSync('bash', ['-c', fake], { env: cleanEnvironment(), encoding: 'utf8' })
    expect(ran.status).toBe(3)
    expect(ran.stdout).toContain('not ok 301 - boom')
    expect(ran.stdout).toContain('⟦TAMIS: whole text:')
    expect(ran.stdout.split('\n').length).toBeLessThan(60)
  })

  test('a filter nobody knows hands on what it reads, to the byte', () => {
    const input = Buffer.from([0, 255, 10, 13, 10, 195, 169])
    const words = [main, 'hook', 'codex', '--home', daemon.home, '--of', 'abc']
    const ran = spawnSync(process.execPath, words, { input, env: cleanEnvironment() })
    expect(ran.status).toBe(0)
    expect(ran.stdout.equals(input)).toBe(true)
  })

  test('another shell than bash and zsh gets its commands as they are', async () => {
    const words = ['hook', 'codex', '--home', daemon.home, '--filter', 'f']
    const input = captured('codex', 'before-tests-fail')
    expect(await runTamis(words, { input, env: { SHELL: '/usr/bin/fish' } })).toMatchObject({
      code: 0,
      stdout: '',
    })
  })
})

describe('where tokens are used', () => {
  const token = 'a-token-of-the-environment'
  let guarded: RunningDaemon
  beforeAll(async () => {
    guarded = await startTamis({ env: { ...small, TAMIS_TOKEN: token } })
  })
  afterAll(() => guarded.stop())

  test('a hook needs one', async () => {
    const payload = captured('claude-code', 'result-tests-pass')
    const url = `${guarded.url}/api/hook/claude-code`
    expect((await postJson(url, payload)).status).toBe(401)
    const { status, text } = await postJson(url, payload, { authorization: `Bearer ${token}` })
    expect(status).toBe(200)
    expect(text).toContain('updatedToolOutput')
  })

  test('a hook needs one that may write', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const made = await postJson(
      `${guarded.url}/api/token.create`,
      { name: 'reader', scope: 'read' },
      headers,
    )
    const { token: reading } = made.body as { token: string }
    const payload = captured('claude-code', 'result-tests-pass')
    const url = `${guarded.url}/api/hook`
    const body = { agent: 'claude-code', payload: JSON.parse(payload) }
    expect((await postJson(url, body, { authorization: `Bearer ${reading}` })).status).toBe(403)
  })

  test('`tamis hook` takes it from the environment, and is silent without', async () => {
    const words = ['hook', 'copilot-cli', '--home', guarded.home]
    const input = captured('copilot-cli', 'result-tests-fail')
    expect(await runTamis(words, { input })).toEqual({ code: 0, stdout: '', stderr: '' })
    const { stdout } = await runTamis(words, { input, env: { TAMIS_TOKEN: token } })
    expect(JSON.parse(stdout).modifiedResult.textResultForLlm).toContain('exit code 3')
  })
})
