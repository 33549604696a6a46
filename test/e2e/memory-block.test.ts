import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, lesson, note, openMemory } from './memory/open-memory.ts'
import { itemsOf, sectionsOf } from './memory/read-block.ts'

test('TC-NOM-12 INV-295-13 CA-295-12 the block has three sections and at most 5, 3 and 3 items', async () => {
  const { memory, write, writeRecords } = openMemory()
  writeRecords(
    'learnings.jsonl',
    Array.from({ length: 9 }, (_, at) => lesson({ text: `Close the pool, rule ${at}` })),
  )
  for (let at = 0; at < 5; at += 1) write(`veille/${at}.md`, note({ title: `N${at}` }, 'The pool'))
  await memory.indexWatchNotes()
  await memory.clarify({ ...ask, answers: ['a', 'b', 'c', 'd'] })
  const { block, shown } = await memory.inject(ask)
  expect(sectionsOf(block)).toEqual(['## Learnings', '## Veille', '## Clarifications'])
  expect(['Learnings', 'Veille', 'Clarifications'].map((title) => itemsOf(block, title))).toEqual([
    5, 3, 3,
  ])
  expect(shown).toHaveLength(11)
})

test('TC-NOM-13 INV-295-14 TC-ERR-06 ERR-295-06 CA-295-13 an empty memory gives three times _aucun résultat_ and no message', async () => {
  const { memory } = openMemory()
  const { block, messages } = await memory.inject(ask)
  expect(sectionsOf(block)).toHaveLength(3)
  expect(block.match(/^_aucun résultat_$/gm)).toHaveLength(3)
  expect(messages).toEqual([])
})

test('TC-NOM-14 INV-295-15 CA-295-14 a source that cannot be read costs its section alone', async () => {
  const { folder, memory, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [lesson({})])
  mkdirSync(join(folder, 'veille.jsonl'))
  const { block, unavailable, messages } = await memory.inject(ask)
  expect(sectionsOf(block)).toHaveLength(3)
  expect(block).toContain('## Veille\n\n_source indisponible_')
  expect(itemsOf(block, 'Learnings')).toBe(1)
  expect(unavailable).toEqual(['veille'])
  expect(messages).toEqual([
    expect.stringMatching(
      /^\[inject\] section veille failed: Cannot read .*veille\.jsonl: .*is no plain file$/,
    ),
  ])
})

test('TC-PLAN-04 INV-295-15 only notes of impact fort or modere are injected', async () => {
  const { memory, write } = openMemory()
  for (const impact_pv of ['fort', 'modere', 'faible', 'aucun'])
    write(`veille/${impact_pv}.md`, note({ title: impact_pv, impact_pv }, 'Close the pool'))
  await memory.indexWatchNotes()
  const { block } = await memory.inject(ask)
  expect(block.match(/impact \w+/g)?.sort()).toEqual(['impact fort', 'impact modere'])
})

test('what an agent gives back from a block is never stored again', async () => {
  const { memory, lines } = openMemory()
  const request = { story: 'PD-1', gate: 0, tags: [] }
  await memory.remember({ ...request, text: 'Close the pool before the process exits' })
  const { block } = await memory.inject(ask)
  expect(await memory.remember({ ...request, text: block })).toEqual({
    kind: 'echo',
    of: undefined,
  })
  const echo = await memory.remember({
    ...request,
    text: 'close the pool before the process exits.',
  })
  expect(echo).toMatchObject({ kind: 'echo', of: expect.stringMatching(/^lrn_/) })
  const mixed = await memory.remember({ ...request, text: `${block}\nAlso: drain the queue first` })
  expect(mixed).toMatchObject({ kind: 'stored', text: 'Also: drain the queue first' })
  expect(lines('learnings.jsonl')).toHaveLength(2)
})

test('a budget and a floor leave items out, and the ledger knows which', async () => {
  const { memory, deps, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [
    lesson({ text: 'Close the pool' }),
    lesson({ text: `Close the pool\n${'and then wait for it '.repeat(40)}`, tags: ['long'] }),
    lesson({
      text: 'A garden has a fence, a gate and a lock, and sometimes a pool',
      tags: ['far'],
    }),
  ])
  const { block, leftOut } = await memory.inject({ ...ask, budgetTokens: 250, floor: 0.5 })
  expect(leftOut.map(({ reason }) => reason).sort()).toEqual(['budget', 'floor'])
  expect((await deps.tokenizer.count([block]))[0]).toBeLessThanOrEqual(250)
  const [row] = await deps.ledger.list({ kind: 'inject' }, 1)
  expect(row?.details).toEqual({ left_out: leftOut })
  for (const { id } of leftOut) expect((await memory.show(id))?.id).toBe(id)
})

test('a long clarification is cut in the block, and the ledger and its id know the rest', async () => {
  const { memory, deps } = openMemory()
  const long = 'why '.repeat(20_000)
  await memory.clarify({ ...ask, answers: [long, 'b', 'c', 'd'] })
  const { block, leftOut } = await memory.inject(ask)
  expect(block.length).toBeLessThan(3000)
  expect(leftOut).toMatchObject([{ reason: 'length' }])
  expect((await memory.show(leftOut[0]?.id ?? ''))?.text).toBe(long)
  expect(await deps.ledger.list({ kind: 'inject' }, 9)).toHaveLength(1)
})

test('a learning that was written twice is shown once', async () => {
  const { memory, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [lesson({}), lesson({})])
  expect(itemsOf((await memory.inject(ask)).block, 'Learnings')).toBe(1)
})
