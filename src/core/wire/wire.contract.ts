import { describe, expect, test } from 'vitest'
import { observations } from '../mask/facts/turns.ts'
import { applyEdits } from '../mask/request/apply-edits.ts'
import { answerObjects } from './answer.ts'
import { contentText, type Fields, isFields } from './content.ts'
import type { ResultEntry } from './conversation.ts'
import type { Usage } from './usage.ts'
import type { WireFormat } from './wire.ts'
import { detectFormat } from './wire-formats.ts'
import { findWireRoute } from './wire-routes.ts'

/** What a real agent sent after a few calls, and an answer in the words of the provider. */
export interface Payload {
  readonly agent: string
  readonly path: string
  readonly request: Fields
  readonly answer: string
  readonly usage: Usage
}

/** What every format must do with what its agents send. */
export function wireContract(format: WireFormat, payloads: readonly Payload[]): void {
  describe.each(payloads)('$agent', ({ path, request, answer, usage }) => {
    const list = request[format.field]
    const items: readonly unknown[] = Array.isArray(list) ? list : []
    const resultsOf = (of: readonly unknown[]): readonly ResultEntry[] =>
      format.read(of).filter((entry) => entry.kind === 'result')

    test('its address leads to the format, and its model is known', () => {
      const route = findWireRoute(path.replace(/\?.*$/, ''))
      expect(route?.format).toBe(format.name)
      expect(route?.model ?? request.model).toMatch(/\w/)
    })

    test('its list tells the format by itself', () => {
      expect(detectFormat(items)?.name).toBe(format.name)
    })

    test('every call is followed by its result, of the tool that was called', () => {
      const found = observations(format.read(items))
      expect(found.length).toBeGreaterThanOrEqual(3)
      expect(found).toHaveLength(resultsOf(items).length)
      expect(found.map(({ turn }) => turn)).toEqual(found.map((_, at) => at + 1))
      for (const { tool, result } of found) {
        expect(tool).toMatch(/\w/)
        expect(contentText(result.content)).toMatch(/note \d+, line \d+/)
      }
    })

    test('the model spoke, and did not speak last', () => {
      const fields = items.filter(isFields)
      expect(fields.filter(format.isModelTurn).length).toBeGreaterThanOrEqual(3)
      expect(fields.slice(-1).some(format.isModelTurn)).toBe(false)
    })

    test('a stand-in reads as it was written, and nothing else moves', () => {
      const results = resultsOf(items)
      const edited = applyEdits(
        items,
        results.map(({ contentPath, standIn, content }, at) => ({
          path: contentPath,
          value: standIn(content, `stand-in ${at}`),
        })),
      )
      expect(resultsOf(edited).map(({ content }) => contentText(content))).toEqual(
        results.map((_, at) => `stand-in ${at}`),
      )
      const back = results.map(({ contentPath }) => ({
        path: contentPath,
        value: valueAt(items, contentPath),
      }))
      expect(JSON.stringify(applyEdits(edited, back))).toBe(JSON.stringify(items))
      // What stands in has the kind of what stood there.
      for (const { contentPath } of results)
        expect(kindOf(valueAt(edited, contentPath))).toBe(kindOf(valueAt(items, contentPath)))
    })

    test('fields nobody knows change nothing that is read, and stay', () => {
      const more = withUnknown(items)
      const facts = (of: readonly unknown[]): unknown =>
        observations(format.read(of)).map(({ turn, tool, result }) => [
          turn,
          tool,
          result.callId,
          contentText(result.content),
        ])
      expect(facts(more)).toEqual(facts(items))
      expect(JSON.stringify(applyEdits(more, []))).toBe(JSON.stringify(more))
    })

    test('people can read every message of it', () => {
      const parts = items.filter(isFields).flatMap((item) => format.words(item).parts)
      const count = (kind: string): number => parts.filter((part) => part.kind === kind).length
      expect(count('call')).toBe(resultsOf(items).length)
      expect(count('result')).toBe(count('call'))
      expect(count('text')).toBeGreaterThan(0)
      for (const part of parts) if (part.kind === 'result') expect(part.text).toMatch(/note \d/)
    })

    test('people can read the answer', () => {
      const said = format.answer(answerObjects(answer)).filter((part) => part.kind === 'text')
      expect(said.map(({ text }) => text)).toContain('They are all notes.')
    })

    test.each([1, 7, 4096])('usage is the same in pieces of %s characters', (size) => {
      const reader = format.usage()
      for (let at = 0; at < answer.length; at += size) reader.push(answer.slice(at, at + size))
      expect(reader.usage()).toEqual(usage)
      expect(usage.inputTokens).toBeGreaterThan(usage.cacheReadTokens)
    })
  })
}

function valueAt(list: readonly unknown[], path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), list)
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

/** The same with a field more in every object. */
function withUnknown(items: readonly unknown[]): readonly unknown[] {
  const text = JSON.stringify(items, (_, value: unknown) =>
    isFields(value) && Object.keys(value).length > 0 ? { ...value, x_unknown: 1 } : value,
  )
  const list: unknown = JSON.parse(text)
  return Array.isArray(list) ? list : []
}
