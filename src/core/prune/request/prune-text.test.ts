import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inMemoryLedger } from '../../../adapters/in-memory/ledger.ts'
import { inMemoryOriginals } from '../../../adapters/in-memory/originals.ts'
import type { Originals } from '../../../ports/store/originals.ts'
import { stripAnsi } from '../form/strip-ansi.ts'
import { type PruneTextDeps, pruneText } from './prune-text.ts'
import { resolveRequest } from './resolve-request.ts'

/** Counts digits and signs more than letters, as real ones do. */
const tokenizer = {
  name: 'words',
  count: async (texts: readonly string[]) =>
    texts.map((text) => text.match(/\p{L}{1,6}|\S/gu)?.length ?? 0),
}

const call = { source: 'test', signal: new AbortController().signal }

const coloured = Array.from(
  { length: 200 },
  (_, at) => `\u001b[32mstep ${at}\u001b[0m went as planned`,
).join('\n')
const plain = stripAnsi(coloured)

function depsWith(originals: Originals): PruneTextDeps {
  return {
    originals,
    ledger: inMemoryLedger(),
    tokenizer,
    reranker: undefined,
    digest: (text) => createHash('sha256').update(text, 'utf16le').digest('hex'),
    now: () => 0,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    limits: { maxInputChars: 1e6, ttlMs: 1000, usdPerMillionTokens: 3 },
  }
}

const usual = {
  goal: 'what went wrong',
  sourceType: 'logs',
  annotateLines: false,
  includeMarkers: true,
  explain: true,
  scoresLines: false,
  stripAnsi: true,
  timeoutMs: 1000,
} as const

function requestFor(text: string) {
  return resolveRequest(tokenizer, { ...usual, text, keepRatio: 0.1 })
}

test('each text is given back unchanged, colours included, though both look alike without', async () => {
  const deps = depsWith(inMemoryOriginals())
  for (const text of [coloured, plain]) {
    const { prune_id } = await pruneText(deps, await requestFor(text), call)
    expect((await deps.originals.find(prune_id, 0))?.text).toBe(text)
  }
})

test('a long line is cut by the columns of its original, so not when its colours were stripped', async () => {
  const deps = depsWith(inMemoryOriginals())
  const longLine = 'x'.repeat(5000)
  const cut = await pruneText(deps, await requestFor(`${plain}\n${longLine}`), call)
  expect(cut.cuts?.[0]).toMatchObject({ kind: 'pruned_columns', line: 201 })
  const stripped = await pruneText(deps, await requestFor(`${coloured}\n${longLine}`), call)
  expect(stripped).not.toHaveProperty('cuts')
})

test.each([false, true])(
  'a budget of tokens is kept, lines numbered: %s',
  async (annotateLines) => {
    const deps = depsWith(inMemoryOriginals())
    for (let budgetTokens = 100; budgetTokens < 500; budgetTokens += 7) {
      const request = await resolveRequest(tokenizer, {
        ...usual,
        text: plain,
        annotateLines,
        budgetTokens,
      })
      const { stats } = await pruneText(deps, request, call)
      expect(stats.tokens_est_after).toBeLessThanOrEqual(budgetTokens)
      expect(stats.tokens_est_after).toBeGreaterThan(budgetTokens * 0.8)
    }
  },
)

test('when the original cannot be kept the text passes whole, and nothing is said to be hidden', async () => {
  const full = { ...inMemoryOriginals(), keep: () => Promise.reject(new Error('disk full')) }
  const text = `${plain}\n${'x'.repeat(5000)}\n`
  const result = await pruneText(depsWith(full), await requestFor(text), call)
  expect(result).toMatchObject({
    pruned_text: text,
    annotations: [],
    stats: { pruned_lines: 0, pruned_ratio: 0, tokens_saved_est: 0, used_fallback: true },
    warnings: expect.arrayContaining(['recovery_unavailable']),
  })
  expect(result).not.toHaveProperty('cuts')
  expect(result).not.toHaveProperty('blocks')
})

test('the locale that is set holds where a request says none', async () => {
  const deps = depsWith(inMemoryOriginals())
  const set = { ...deps, limits: { ...deps.limits, locale: 'en' } } as const
  const request = await requestFor(plain)
  const markerBy = async (by: PruneTextDeps, asked: typeof request) =>
    (await pruneText(by, asked, call)).annotations[0]?.marker
  expect(await markerBy(deps, request)).toMatch(/^⟦PRUNÉ: /)
  expect(await markerBy(set, request)).toMatch(/^⟦PRUNED: /)
  expect(await markerBy(set, { ...request, locale: 'fr' })).toMatch(/^⟦PRUNÉ: /)
})

test('tokens are estimated where nobody asks for a count', async () => {
  const counting = { name: 'never', count: () => Promise.reject(new Error('loaded')) }
  const deps = { ...depsWith(inMemoryOriginals()), tokenizer: counting }
  const request = await resolveRequest(counting, { ...usual, text: plain, estimatesTokens: true })
  expect((await pruneText(deps, request, call)).stats.tokens_est_before).toBeGreaterThan(500)
})

test('of a program that ended well the end stays, and little else', async () => {
  const asked = { ...usual, goal: '', text: plain, exitCode: 0 }
  const { pruned_text, warnings } = await pruneText(
    depsWith(inMemoryOriginals()),
    await resolveRequest(tokenizer, asked),
    call,
  )
  expect(pruned_text).toContain('step 199 went as planned')
  expect(pruned_text.length).toBeLessThan(1500)
  expect(warnings).toEqual([])
})
