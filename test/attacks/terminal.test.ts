import { expect, test } from 'vitest'
import { newFolder, postJson, runTamis, startTamis } from '../e2e/tamis.ts'

/** Clears the screen, sets the title, types a link, moves back over what was shown, turns letters around. */
const hostile =
  'safe\u001b[2J\u001b]0;owned\u0007\u001b]8;;http://evil.example\u0007x\u009b31m\rgone\u202etxt'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not arrive
const commanding = /\u001b(?!\[[0-9;]*m)|[\u0007\u009b\u202e]|\r(?!\n)/

test('names, texts and errors that command a terminal are shown, not obeyed', async () => {
  const daemon = await startTamis()
  const call = (name: string, input: object) => postJson(`${daemon.url}/api/${name}`, input)
  await call('catalog.register', {
    server: 'toolbox',
    tools: [{ name: 'work', description: `Works ${hostile}`, inputSchema: { type: 'object' } }],
  })
  await call('capabilities.register', {
    name: 'report',
    intent: `Report ${hostile}`,
    code: hostile,
  })
  await call('knowledge.ingest_text', {
    id: `page ${hostile}`,
    title: `Title ${hostile}`,
    text: `# Work ${hostile}\n\nThe work is ${hostile}.`,
  })
  await call('memory.remember', {
    text: `Lesson about work ${hostile}`,
    story: 'PD-1',
    tags: ['work'],
  })
  await call('prune', { text: `${hostile}\n`.repeat(50), goal: hostile })
  await call('trace.record', {
    intent: `work ${hostile}`,
    tools: ['tool:toolbox:work'],
    success: true,
  })
  const commands = [
    ['discover', 'work'],
    ['details', 'tool:toolbox:work'],
    ['capabilities'],
    ['search', 'work'],
    ['ask', 'what is the work', '--extractive'],
    ['list'],
    ['memory', 'list'],
    ['memory', 'search', 'work'],
    ['memory', 'inject', '--story', 'PD-2', '--query-text', 'work'],
    ['ledger', 'list'],
    ['recover', `prn_${hostile}`],
    ['fetch', hostile],
    [hostile],
    ['prune', '--goal', 'x', hostile],
  ]
  for (const words of commands) {
    const { stdout, stderr } = await runTamis([...words, '--home', daemon.home])
    expect(stdout + stderr, words.join(' ')).not.toMatch(commanding)
  }
  await daemon.stop()
  const piped = await runTamis(['prune', '--goal', 'x', '--home', newFolder()], { input: hostile })
  expect(piped.stdout.startsWith(hostile)).toBe(true)
}, 60_000)
