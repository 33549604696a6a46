import { edit, type Plant, type PlantedSession, run } from './plants.ts'

const renamedField: Plant = {
  name: 'a field that two files name',
  wanted:
    /`node greet\.mjs` failed with “TypeError: Cannot read properties of undefined.*”.*(?:greet|person)\.mjs/,
  files: {
    'person.mjs': "export const person = { fullName: { first: 'Ada' } }\n",
    'greet.mjs': "import { person } from './person.mjs'\nconsole.log('Hello', person.name.first)\n",
  },
  steps: [
    run('node greet.mjs'),
    edit(
      'greet.mjs',
      "console.log('Hello', person.name.first)",
      "console.log('Hello', person.label.first)",
    ),
    run('node greet.mjs'),
    edit(
      'person.mjs',
      "export const person = { fullName: { first: 'Ada' } }",
      "export const person = { label: { first: 'Ada' } }",
    ),
    run('node greet.mjs'),
  ],
}

const oldVersion: Plant = {
  name: 'a setting that is out of date',
  wanted:
    /`node client\.mjs` failed with “.*v1 is gone.*”.*client\.json: `"version": "v1"` became `"version": "v2"`/,
  files: {
    'client.json': '{\n  "version": "v1"\n}\n',
    'client.mjs':
      "import { readFileSync } from 'node:fs'\nconst { version } = JSON.parse(readFileSync('client.json', 'utf8'))\nif (version === 'v1') throw new Error('the API v1 is gone')\nconsole.log('connected to', version)\n",
  },
  steps: [
    run('node client.mjs'),
    edit('client.json', '  "version": "v1"', '  "version": "v2"'),
    run('node client.mjs'),
  ],
}

const undeclared: Plant = {
  name: 'a C program that does not compile',
  wanted: /`gcc -o count count\.c` failed with “.*total.*undeclared.*”.*count\.c/,
  files: {
    'count.c':
      '#include <stdio.h>\nint main(void) {\n  int sum = 3;\n  printf("%d\\n", total);\n  return 0;\n}\n',
  },
  steps: [
    run('gcc -o count count.c'),
    edit('count.c', '  int sum = 3;', '  int total = 3;'),
    run('gcc -o count count.c'),
  ],
}

const missingFile: Plant = {
  name: 'a file that lies elsewhere',
  wanted: /`python3 report\.py` failed with “FileNotFoundError.*numbers\.csv.*”.*report\.py/,
  files: {
    'data/numbers.csv': '1\n2\n',
    'report.py': "print(sum(int(line) for line in open('numbers.csv')))\n",
  },
  steps: [
    run('python3 report.py'),
    edit(
      'report.py',
      "print(sum(int(line) for line in open('numbers.csv')))",
      "print(sum(int(line) for line in open('data/numbers.csv')))",
    ),
    run('python3 report.py'),
  ],
}

const gitLog: Plant = {
  name: 'an option of git log',
  wanted: /Use `git log --oneline -1`, not `git log --one-line -1`/,
  steps: [
    run('git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m first'),
    run('git log --one-line -1'),
    run('git log --oneline -1'),
  ],
}

const workspaceName: Plant = {
  name: 'a subcommand of npm',
  wanted: /Use `npm ls --depth=0`, not `npm lst --depth=0`/,
  files: { 'package.json': '{ "name": "yard", "private": true }\n' },
  steps: [run('npm lst --depth=0'), run('npm ls --depth=0')],
}

const notWritten: Plant = {
  name: 'a function that is written after its test',
  files: {
    'slug.mjs': "export function slug(title) {\n  throw new Error('not written yet')\n}\n",
    'slug.test.mjs':
      "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { slug } from './slug.mjs'\n\ntest('joins words', () => assert.equal(slug('A b'), 'a-b'))\n",
  },
  steps: [
    run('node --test slug.test.mjs'),
    edit(
      'slug.mjs',
      "  throw new Error('not written yet')",
      "  return title.toLowerCase().replaceAll(' ', '-')",
    ),
    run('node --test slug.test.mjs'),
  ],
}

const formatted: Plant = {
  name: 'a check that a program mends',
  files: {
    'tidy.mjs':
      "import { readFileSync, writeFileSync } from 'node:fs'\nconst text = readFileSync('list.txt', 'utf8')\nif (process.argv[2] === 'fix') writeFileSync('list.txt', text.trimEnd() + '\\n')\nelse if (!text.endsWith('\\n')) { console.error('error: list.txt has no last newline'); process.exit(1) }\n",
    'list.txt': 'one',
  },
  steps: [run('node tidy.mjs check'), run('node tidy.mjs fix'), run('node tidy.mjs check')],
}

const otherWork: Plant = {
  name: 'two searches, one of which finds nothing',
  files: { 'notes.txt': 'apples\npears\n' },
  steps: [run('grep -c plums notes.txt'), run('grep -c pears notes.txt')],
}

/** Written before any of it was mined, after what is mined was changed for the first set. */
export const laterSessions: readonly PlantedSession[] = [
  {
    prompt:
      'Greet Ada by her name and connect to the service. Never mind the old warnings. Write commit messages in the imperative, always.',
    plants: [renamedField, gitLog, oldVersion, otherWork],
  },
  {
    prompt:
      'The C program and the report are broken. Never mind the old warnings. Always write commit messages in the imperative.',
    plants: [undeclared, formatted, missingFile, workspaceName, notWritten],
  },
]
