import { expect, test } from 'vitest'
import { isFields } from '../wire/content.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import { readSessionFile, type SessionReading } from './read-sessions.ts'
import type { AgentName, SavedSession, SessionFile } from './session.ts'

/** What every reader makes of the files that its agent wrote: the same two tasks, driven by a scripted model. */
export function sessionReaderContract(agent: AgentName, files: readonly SessionFile[]): void {
  const sessions = files.flatMap((file) => sessionsOf(readSessionFile(file)))
  const [long, short] = sessions

  test('each file is one session of that agent, with the folder it worked in', () => {
    expect(sessions.map((one) => one.agent)).toEqual([agent, agent])
    expect(sessions.map((one) => one.folder)).toEqual(['/srv/user/work', '/srv/user/work'])
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2)
  })

  test('each request to the model counts once, with its model and what it used', () => {
    expect([long?.calls.length, short?.calls.length]).toEqual([9, 4])
    for (const { calls } of sessions)
      for (const { model, usage, time } of calls) {
        expect(model).toMatch(/^(?:claude|gpt|gemini|qwen)/)
        expect(usage?.outputTokens).toBe(20)
        expect(usage?.inputTokens).toBeGreaterThan(usage?.cacheReadTokens ?? 0)
        expect(usage?.cacheReadTokens).toBeGreaterThan(0)
        expect(time).toBeGreaterThan(1_700_000_000_000)
      }
  })

  test('a reply begins where the model speaks', () => {
    for (const { calls, items, format } of sessions)
      for (const { at } of calls) {
        const item = items[at]
        expect(isFields(item) && wireFormat(format).isModelTurn(item)).toBe(true)
      }
  })

  test('every call of a tool has its result, in the wire format it says', () => {
    expect([long, short].map((one) => one && pairs(one))).toEqual([9, 3])
  })

  test('what the user said is there, and every item has a time', () => {
    for (const { items, times, format } of sessions) {
      const said = wireFormat(format)
        .read(items)
        .flatMap((entry) => (entry.kind === 'text' && entry.role === 'user' ? [entry.text] : []))
      expect(said.join('\n')).toContain('Always run the tests with node --test')
      expect(times).toHaveLength(items.length)
      expect(times.some(Number.isNaN)).toBe(false)
    }
  })

  test('a file whose last line is still being written is read up to it', () => {
    const lines = files.filter(({ name }) => name.endsWith('.jsonl'))
    const cut = lines.map(({ name, text }) => ({ name, text: `${text}{"type":"assis` }))
    expect(cut.map(readSessionFile)).toEqual(lines.map(readSessionFile))
  })
}

function pairs({ items, format }: SavedSession): number {
  const entries = wireFormat(format).read(items)
  const asked = new Set(entries.flatMap((one) => (one.kind === 'call' ? [one.callId] : [])))
  return entries.filter((one) => one.kind === 'result' && asked.has(one.callId)).length
}

function sessionsOf(reading: SessionReading): readonly SavedSession[] {
  return reading.kind === 'read' ? reading.sessions : []
}
