import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonReplacement, spliceJson } from './json-splice.ts'

const splice = (text: string, replacements: readonly JsonReplacement[]): string | undefined => {
  const spliced = spliceJson(text, replacements)
  return spliced && spliced.head + text.slice(spliced.lastEnd)
}

test.each([
  ['keeps spaces', '{ "a" : [ 1 , 2 ] ,\n"b":3 }', ['a', 1], '{ "a" : [ 1 , 9 ] ,\n"b":3 }'],
  [
    'keeps long numbers',
    '{"n":12345678901234567890,"a":1}',
    ['a'],
    '{"n":12345678901234567890,"a":9}',
  ],
  ['keeps 1.0 and 1e999', '{"n":[1.0,1e999],"a":1}', ['a'], '{"n":[1.0,1e999],"a":9}'],
  [
    'keeps the order of keys like numbers',
    '{"b":0,"2":0,"1":0,"a":1}',
    ['a'],
    '{"b":0,"2":0,"1":0,"a":9}',
  ],
  ['replaces the last of repeated keys', '{"a":1,"a":2}', ['a'], '{"a":1,"a":9}'],
  [
    'forgets what a repeated key held',
    '{"a":{"x":1},"a":{"x":2}}',
    ['a', 'x'],
    '{"a":{"x":1},"a":{"x":9}}',
  ],
  ['reads escaped keys', String.raw`{"\u0061":1}`, ['a'], String.raw`{"\u0061":9}`],
  [
    'skips strings with quotes',
    String.raw`{"x":"\"}\\","a":"\\\""}`,
    ['a'],
    String.raw`{"x":"\"}\\","a":9}`,
  ],
  ['keeps __proto__', '{"__proto__":{"x":1},"a":{}}', ['a'], '{"__proto__":{"x":1},"a":9}'],
  [
    'keeps lone surrogates',
    String.raw`{"s":"\ud800","a":[]}`,
    ['a'],
    String.raw`{"s":"\ud800","a":9}`,
  ],
])('%s', (_, text, path, wanted) => {
  expect(splice(text, [{ path, json: '9' }])).toBe(wanted)
})

test('says when a path does not exist', () => {
  expect(splice('{"a":[1]}', [{ path: ['a', 1], json: '9' }])).toBeUndefined()
  expect(splice('{"a":{"x":1},"a":3}', [{ path: ['a', 'x'], json: '9' }])).toBeUndefined()
})

test('agrees with JSON.parse on every document and place', () => {
  const anyCase = fc
    .tuple(fc.jsonValue({ maxDepth: 5 }), fc.nat(), fc.constantFrom(0, 1, 2))
    .filter(([value]) => typeof value === 'object' && value !== null)
  fc.assert(
    fc.property(anyCase, ([value, choice, indent]) => {
      const paths = pathsIn(value)
      const path = paths[choice % Math.max(1, paths.length)]
      fc.pre(path !== undefined)
      const spliced = splice(JSON.stringify(value, null, indent), [{ path, json: '"new"' }])
      const wanted: unknown = JSON.parse(JSON.stringify(value))
      let holder: unknown = wanted
      for (const key of path.slice(0, -1)) holder = Reflect.get(Object(holder), key)
      Object.defineProperty(Object(holder), path.at(-1) ?? '', {
        value: 'new',
        enumerable: true,
        configurable: true,
        writable: true,
      })
      expect(JSON.parse(spliced ?? '')).toEqual(wanted)
    }),
    { numRuns: 500 },
  )
})

test('a hundred thousand levels are skipped in no time', () => {
  const deep = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},"a":1}`
  expect(splice(deep, [{ path: ['a'], json: '9' }])).toHaveLength(deep.length)
})

function pathsIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key]
    return [here, ...pathsIn(child, here)]
  })
}
