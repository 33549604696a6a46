import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { outlineDocs } from './outline-docs.ts'
import { scoreDocs } from './score-docs.ts'

const scoring = { isExpired: () => false, isPerCharacter: false }

const guide = `# Guide

Welcome to the guide of the press.

## Install

Run the installer and wait.

## Printing

Choose a tray, then press the button.

The tray must hold paper of the right size.

## Paper

Sheets come in many sizes.

\`\`\`
paper --size A4
\`\`\`

## Team

People who wrote this.
`

function ranked(text: string, goal: string): string[] {
  const lines = splitLines(text)
  const scores = scoreDocs(lines, readGoal(goal), scoring)?.scores ?? new Float64Array()
  const rows = text.split('\n')
  return [...scores.keys()]
    .filter((at) => rows[at] !== '')
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .map((at) => rows[at] ?? '')
}

test('the section that answers comes first, its heading leading', () => {
  expect(ranked(guide, 'which tray do I choose for printing').slice(0, 2)).toEqual([
    '## Printing',
    'Choose a tray, then press the button.',
  ])
})

test('a section that a good one names is worth more than one that nothing names', () => {
  const order = ranked(guide, 'which tray do I choose for printing')
  expect(order.indexOf('Sheets come in many sizes.')).toBeLessThan(
    order.indexOf('People who wrote this.'),
  )
})

test('headings stand above lines that say nothing', () => {
  const order = ranked(guide, 'tray')
  expect(order.indexOf('## Team')).toBeLessThan(order.indexOf('People who wrote this.'))
})

test('without any word of the goal, headings and opening lines lead', () => {
  const order = ranked('# A\n\none\ntwo\nthree\n\n# B\n\nfour\nfive\n', 'zebra')
  expect(order.slice(0, 2).sort()).toEqual(['# A', '# B'])
  expect(order.indexOf('four')).toBeLessThan(order.indexOf('three'))
})

test('fenced code is one piece', () => {
  const lines = splitLines(guide)
  const atoms = scoreDocs(lines, readGoal('paper'), scoring)?.atoms
  const fence = guide.split('\n').indexOf('```')
  expect(atoms?.first[fence + 2]).toBe(fence)
  expect(atoms?.last[fence]).toBe(fence + 2)
})

test.each([
  ['# One\ntext\n## Two\ntext', [1, 0, 2, 0]],
  ['Title\n=====\ntext', [1, 0, 0]],
  ['Part\n----\ntext', [2, 0, 0]],
  ['```\n# no heading\n```\n# Yes', [0, 0, 0, 1]],
  ['#hashtag is no heading', [0]],
])('reads the headings of %j', (text, levels) => {
  expect([...outlineDocs(splitLines(text)).headingLevel]).toEqual(levels)
})

test('paragraphs stand in for sections where there is no heading', () => {
  const order = ranked('first words here\n\nthe lamp is green\n\nlast words here', 'lamp colour')
  expect(order[0]).toBe('the lamp is green')
})

test('a sentence is scored as one, however it is wrapped', () => {
  const filler = 'The press has stood in the hall since the year it was bought by the guild.\n'
  const text = `# Press\n\n${filler.repeat(5)}The tray for heavy\npaper is the lowest\none of the three. ${filler.repeat(6)}`
  expect(ranked(text, 'which tray takes heavy paper').slice(1, 4)).toEqual([
    'The tray for heavy',
    'paper is the lowest',
    expect.stringContaining('one of the three.'),
  ])
})
