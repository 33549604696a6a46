import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { structureOfCode } from '../protect/code.ts'
import { outlineCode } from './outline-code.ts'
import { scoreCode } from './score-code.ts'

const scoring = { isExpired: () => false, isPerCharacter: false }

const program = `import os

class Store:
    def open(self, path):
        self.file = os.open(path)
        return self.file

    def close(self):
        self.file.close()

    def purge_expired(self, now):
        for key in list(self.keys):
            if self.keys[key] < now:
                del self.keys[key]

def main():
    store = Store()
    store.open("x")
`

function ranked(text: string, goal: string): string[] {
  const lines = splitLines(text)
  const scores = scoreCode(lines, readGoal(goal), scoring)?.scores ?? new Float64Array()
  const rows = text.split('\n')
  return [...scores.keys()]
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .map((at) => rows[at]?.trim() ?? '')
}

test.each([
  ['how are expired keys purged', 'def purge_expired(self, now):'],
  ['purgeExpired', 'def purge_expired(self, now):'],
  ['closing the file', 'def close(self):'],
])('%s leads to %s', (goal, line) => {
  expect(ranked(program, goal)[0]).toBe(line)
})

test('a function that is meant is kept as a whole, with the class it is in', () => {
  expect(ranked(program, 'how are expired keys purged').slice(0, 5).sort()).toEqual([
    'class Store:',
    'def purge_expired(self, now):',
    'del self.keys[key]',
    'for key in list(self.keys):',
    'if self.keys[key] < now:',
  ])
})

test('without any word of the goal, structure comes first', () => {
  expect(ranked(program, 'zebra').slice(0, 6).sort()).toEqual([
    'class Store:',
    'def close(self):',
    'def main():',
    'def open(self, path):',
    'def purge_expired(self, now):',
    'import os',
  ])
})

test.each([
  ['export async function run() {', true],
  ['import { a } from "b"', true],
  ['pub(crate) fn parse(text: &str) -> Ast {', true],
  ['#include <stdio.h>', true],
  ['const load = async (path) => {', true],
  ['Reply.prototype.send = function (payload) {', true],
  ['  render(props: Props): Node {', true],
  ['public static void main(String[] args) {', true],
  ['  if (ready) {', false],
  ['  } else if (late) {', false],
  ['  call({', false],
  ['x = 1', false],
])('%s is structure: %s', (line, isStructure) => {
  expect(structureOfCode(splitLines(`x\n${line}`))[1]).toBe(Number(isStructure))
})

test('reads blocks from indentation, braces and blank lines included', () => {
  const lines = splitLines('void f()\n{\n\ta();\n\n\tb();\n}\nint x;')
  const { parent, end, isBlank } = outlineCode(lines)
  expect([...parent]).toEqual([-1, 0, 0, 2, 0, 0, -1])
  expect(end[0]).toBe(5)
  expect([...isBlank]).toEqual([0, 0, 0, 1, 0, 0, 0])
})
