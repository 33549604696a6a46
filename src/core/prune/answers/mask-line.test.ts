import { expect, test } from 'vitest'
import { maskValues, maskWords } from './mask-line.ts'

function masked(text: string): { readonly said: string; readonly built: string } {
  const said = new Uint16Array(text.length)
  const built = new Uint16Array(text.length)
  const length = maskValues(text, 0, text.length, said)
  const builtLength = maskWords(said, length, built)
  return {
    said: String.fromCharCode(...said.subarray(0, length)),
    built: String.fromCharCode(...built.subarray(0, builtLength)),
  }
}

test.each([
  ['job 42 took 3.5 ms', 'job # took # ms', 'a # a # a'],
  ['GET /cart?id=7 in "12 s"', 'GET #=# in #', 'a #=# a #'],
  ["it's  at src\\a.ts:3:1 (x)", "it's at # (x)", "a'a # (a)"],
  ['host:80 a-b_c: said so -----', 'host:# a-b_c: said so -', 'a:# a: a -'],
  ['  "" "" `a` ... --', '# # # . --', '# # # . --'],
])('values and words of %j are masked, in ASCII and beside other letters', (text, said, built) => {
  expect(masked(text)).toEqual({ said, built })
  expect(masked(`${text} é`)).toEqual({
    said: `${said} é`,
    built: built.endsWith('a') ? built : `${built} a`,
  })
})
