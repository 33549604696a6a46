import { edit, type Plant, type PlantedSession, run, type Step } from './plants.ts'

const tooLate: Plant = {
  name: 'a test that an operator breaks',
  wanted:
    /`node --test late\.test\.mjs` failed.*late\.mjs: `return days > 30` became `return days >= 30`/,
  files: {
    'late.mjs': 'export function isLate(days) {\n  return days > 30\n}\n',
    'late.test.mjs':
      "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { isLate } from './late.mjs'\n\ntest('thirty days are late', () => assert.equal(isLate(30), true))\n",
  },
  steps: [
    run('node --test late.test.mjs'),
    edit('late.mjs', '  return days > 30', '  return days >= 30'),
    run('node --test late.test.mjs'),
  ],
}

const missingEnding: Plant = {
  name: 'an import without its ending',
  wanted: /`node start\.mjs` failed.*Cannot find module.*start\.mjs.*settings\.mjs/,
  files: {
    'settings.mjs': 'export const port = 8080\n',
    'start.mjs': "import { port } from './settings'\nconsole.log('listening on', port)\n",
  },
  steps: [
    run('node start.mjs'),
    edit('start.mjs', "import { port } from './settings'", "import { port } from './settings.mjs'"),
    run('node start.mjs'),
  ],
}

const debugging: Plant = {
  name: 'lines for looking that went in and out again',
  wanted:
    /`node total\.mjs` failed.*total\.mjs: `const sum = items\.map.*` became `const sum = items\.reduce/,
  files: {
    'total.mjs':
      "const items = [1, 2, 3]\nconst sum = items.map((a, b) => a + b)\nif (sum !== 6) throw new Error('total is ' + sum)\nconsole.log('total', sum)\n",
  },
  steps: [
    run('node total.mjs'),
    edit('total.mjs', 'const items = [1, 2, 3]', 'const items = [1, 2, 3]; console.log(items)'),
    run('node total.mjs'),
    edit(
      'total.mjs',
      'const sum = items.map((a, b) => a + b)',
      'const sum = items.reduce((a, b) => a + b, 0)',
    ),
    edit('total.mjs', 'const items = [1, 2, 3]; console.log(items)', 'const items = [1, 2, 3]'),
    run('node total.mjs'),
  ],
}

const unittest: Plant = {
  name: 'a Python test and a name that moved',
  wanted: /`python3 -m unittest -q` failed.*No module named 'shapes'.*test_area\.py/,
  files: {
    'forms.py': 'def area(width, height):\n    return width * height\n',
    'test_area.py':
      'import unittest\nfrom shapes import area\n\n\nclass Area(unittest.TestCase):\n    def test_area(self):\n        self.assertEqual(area(2, 3), 6)\n',
  },
  steps: [
    run('python3 -m unittest -q'),
    edit('test_area.py', 'from shapes import area', 'from forms import area'),
    run('python3 -m unittest -q'),
  ],
}

const makeTab: Plant = {
  name: 'a makefile with spaces',
  wanted: /`make hello` failed with “.*missing separator.*”.*Makefile/i,
  files: { Makefile: 'hello:\n    @echo hello\n' },
  steps: [
    run('make hello'),
    edit('Makefile', '    @echo hello', '\t@echo hello'),
    run('make hello'),
  ],
}

const scriptName: Plant = {
  name: 'a script of another name',
  wanted: /Use `npm run test:unit`, not `npm run test-unit`.*Missing script/,
  files: {
    'package.json':
      '{ "name": "shop", "private": true, "scripts": { "test:unit": "node -e 0", "lint": "node -e 0" } }\n',
  },
  steps: [run('npm run test-unit'), run('npm run test:unit')],
}

const wrongOption: Plant = {
  name: 'an option that there is not',
  wanted:
    /Use `node --test --test-name-pattern=late late\.test\.mjs`, not `node --test --grep=late late\.test\.mjs`/,
  steps: [
    run('node --test --grep=late late.test.mjs'),
    run('node --test --test-name-pattern=late late.test.mjs'),
  ],
}

const gitSwitch: Plant = {
  name: 'an option of git',
  wanted: /Use `git switch -c topic`, not `git switch -b topic`/,
  steps: [run('git init -q .'), run('git switch -b topic'), run('git switch -c topic')],
}

/** A counter makes it fail the first time. */
const flaky = (name: string, steps: readonly Step[]): Plant => ({
  name,
  files: {
    'flaky.mjs':
      "import { existsSync, rmSync, writeFileSync } from 'node:fs'\nif (existsSync('.seen')) { rmSync('.seen'); console.log('ok') } else {\n  writeFileSync('.seen', '')\n  console.error('Error: connect ECONNREFUSED 127.0.0.1:5432')\n  process.exit(1)\n}\n",
    'NOTES.md': '# Notes\n\nNothing yet.\n',
  },
  steps,
})

const ranAgain = flaky('a command that passes when it is run again', [
  run('node flaky.mjs'),
  run('node flaky.mjs'),
])

const notesOnly = flaky('a page that was written while a service came up', [
  run('node flaky.mjs'),
  edit('NOTES.md', 'Nothing yet.', 'The service takes a moment to start.'),
  run('node flaky.mjs'),
])

const nothingFound: Plant = {
  name: 'a search that finds nothing until the word is there',
  files: { 'words.txt': 'one\ntwo\n' },
  steps: [
    run('grep -n three words.txt'),
    edit('words.txt', 'two', 'three'),
    run('grep -n three words.txt'),
  ],
}

const neverPasses: Plant = {
  name: 'a failure that stays',
  files: { 'broken.mjs': "throw new TypeError('no such shape')\n" },
  steps: [
    run('node broken.mjs'),
    edit('broken.mjs', "throw new TypeError('no such shape')", "throw new TypeError('no shape')"),
    run('node broken.mjs'),
  ],
}

const exploring: Plant = {
  name: 'looking for a file that is elsewhere',
  steps: [run('cat src/settings.mjs'), run('ls'), run('cat settings.mjs')],
}

const withKey: Plant = {
  name: 'a key in a command',
  files: {
    'call.mjs':
      "const [key] = process.argv.slice(2)\nif (!key.startsWith('sk_live_')) throw new Error('bad key')\nconsole.log('ok')\n",
  },
  steps: [
    run('node call.mjs --bad-option-sk_live_51HxTamisPlantedKey0000'),
    edit('call.mjs', "if (!key.startsWith('sk_live_'))", "if (!key.includes('sk_live_'))"),
    run('node call.mjs --bad-option-sk_live_51HxTamisPlantedKey0000'),
  ],
}

/** The first set: what is mined was changed after its first run. */
export const firstSessions: readonly PlantedSession[] = [
  {
    prompt:
      'Make the late fee and the start script work. Always commit on a topic branch, never push to main.',
    plants: [tooLate, missingEnding, gitSwitch, ranAgain, wrongOption],
  },
  {
    prompt:
      'The total is wrong, please look why. Make sure you read total.mjs before you change it. Never push to main, always commit on a topic branch.',
    plants: [debugging, nothingFound, notesOnly, scriptName],
  },
  {
    prompt: 'Get the Python tests and make to run. Always start with the failing test.',
    plants: [unittest, exploring, makeTab, neverPasses, withKey],
  },
]
