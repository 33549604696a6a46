import { expect, test } from 'vitest'
import { newFolder, postJson, runTamis, startTamis } from './tamis.ts'

const files = ['1', '2'].map((name) => `${process.cwd()}/test/fixtures/sessions/pi/${name}.jsonl`)

async function tamis(home: string, ...words: readonly string[]) {
  const { stdout, stderr, code } = await runTamis([...words, '--json', '--home', home])
  return { code, stderr, value: stdout === '' ? undefined : JSON.parse(stdout) }
}

test('mined proposals are kept only when accepted, and not made again', async () => {
  const home = newFolder()
  const { value: mined } = await tamis(home, 'memory', 'mine', ...files)
  expect(mined).toMatchObject({ sessions: 2, known: 0, accepted: [] })
  expect(mined.proposals).toHaveLength(4)
  expect((await tamis(home, 'memories', '--everywhere')).value.total).toBe(0)
  const [first, second] = mined.proposals
  const { value: kept } = await tamis(home, 'memory', 'accept', first.id)
  expect(kept.accepted[0].memory).toMatch(/^lrn_/)
  await tamis(home, 'memory', 'dismiss', second.id)
  expect((await tamis(home, 'memory', 'proposals')).value.proposals).toHaveLength(2)
  const { value: again } = await tamis(home, 'memory', 'mine', ...files)
  expect(again).toMatchObject({ proposals: [], known: 4 })
  const { value: memories } = await tamis(home, 'memories', '--everywhere')
  expect(memories.memories).toMatchObject([{ text: first.text, project: 'work' }])
  expect((await tamis(home, 'memory', 'accept', first.id)).code).toBe(1)
})

test('what is sure enough is kept at once when asked for, and the daemon accepts the rest', async () => {
  const home = newFolder()
  const { value } = await tamis(home, 'memory', 'mine', ...files, '--accept-above', '0.9')
  expect(value.accepted).toHaveLength(2)
  const daemon = await startTamis({ home })
  const open = await postJson(`${daemon.url}/api/memory.proposals`, {})
  const [next] = (open.body as { proposals: { id: string }[] }).proposals
  const kept = await postJson(`${daemon.url}/api/memory.accept`, { ids: [next?.id] })
  expect(kept.status).toBe(200)
  await daemon.stop()
})

test('no session on this machine is read before its user says so', async () => {
  const { code, stderr } = await runTamis(['memory', 'mine', '--home', newFolder()], {
    env: { HOME: newFolder() },
  })
  expect(code).not.toBe(0)
  expect(stderr).toContain('No saved session')
})
