import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sessionFolders } from '../../clients/session-folders.ts'
import { agentSessions } from './agent-sessions.ts'

function homeWith(files: Readonly<Record<string, number>>): string {
  const home = mkdtempSync(join(tmpdir(), 'tamis-agents-'))
  for (const [name, seconds] of Object.entries(files)) {
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '{}')
    utimesSync(path, seconds, seconds)
  }
  return home
}

const sessionsOf = (home: string) =>
  agentSessions(sessionFolders({ platform: 'linux', environment: {}, home }))

test('finds the sessions of every agent, the newest first, and nothing else', async () => {
  const home = homeWith({
    '.claude/projects/-app/one.jsonl': 1,
    '.claude/projects/-app/one/subagents/agent-a.jsonl': 9,
    '.claude/settings.json': 10,
    '.codex/sessions/2026/11/18/rollout-x.jsonl': 2,
    '.codex/history.jsonl': 11,
    '.gemini/tmp/app/chats/session-x.jsonl': 3,
    '.qwen/projects/-app/chats/x.jsonl': 4,
    '.pi/agent/sessions/--app--/x.jsonl': 5,
    '.copilot/session-state/x/events.jsonl': 6,
    '.cline/data/sessions/x/x.messages.json': 7,
    '.cline/data/sessions/x/x.json': 12,
  })
  const found = await sessionsOf(home).find()
  expect(found.map(({ agent }) => agent)).toEqual([
    'claude-code',
    'cline',
    'copilot-cli',
    'pi',
    'qwen-code',
    'gemini-cli',
    'codex',
    'claude-code',
  ])
})

test('a home without agents has no sessions', async () => {
  expect(await sessionsOf(homeWith({})).find()).toEqual([])
})

test("reads a session out of opencode's database as that program exports it", async () => {
  const home = homeWith({ '.local/share/opencode/log': 1 })
  const database = new DatabaseSync(join(home, '.local/share/opencode/opencode.db'))
  database.exec(`
    CREATE TABLE session (id TEXT, directory TEXT, time_updated INTEGER);
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);
    INSERT INTO session VALUES ('ses_1', '/app', 5), ('ses_2', '/b', 7);
    INSERT INTO message VALUES ('m2', 'ses_1', 2, '{"role":"assistant"}'), ('m1', 'ses_1', 1, '{"role":"user"}');
    INSERT INTO part VALUES ('p1', 'm1', 'ses_1', '{"type":"text","text":"hi"}');`)
  database.close()
  const sessions = sessionsOf(home)
  const found = await sessions.find()
  expect(found.map(({ name }) => name.split('#')[1])).toEqual(['ses_2', 'ses_1'])
  const [, first] = found
  if (!first) throw new Error('two sessions were written')
  expect(JSON.parse(await sessions.read(first))).toEqual({
    info: { id: 'ses_1', directory: '/app' },
    messages: [
      { info: { role: 'user' }, parts: [{ type: 'text', text: 'hi' }] },
      { info: { role: 'assistant' }, parts: [] },
    ],
  })
})

test('a database that is none is listed, and says so when it is read', async () => {
  const home = homeWith({ '.local/share/opencode/opencode.db': 1 })
  const sessions = sessionsOf(home)
  const [found] = await sessions.find()
  if (!found) throw new Error('the file is listed')
  await expect(sessions.read(found)).rejects.toThrow("cannot be read as opencode's database")
})

test('a file too large to be a session is named, not read', async () => {
  const home = homeWith({ '.pi/agent/sessions/--app--/x.jsonl': 5 })
  const sessions = sessionsOf(home)
  const [found] = await sessions.find()
  if (!found) throw new Error('the file is listed')
  await expect(sessions.read({ ...found, bytes: 2 ** 31 })).rejects.toThrow('is larger than')
})
