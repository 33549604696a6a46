import { lines, type Scenario, times } from '../scenario.ts'

function files(count: number, make: (number: number) => readonly [string, string]) {
  return Object.fromEntries(times(count, make))
}

/** What a project's own tools print over the day; nothing was chosen on them. */
export const heldOutProjects: readonly Scenario[] = [
  {
    id: 'node-gyp',
    capture(box) {
      box.write({
        'package.json': '{"name": "gauge", "version": "1.0.0"}',
        'binding.gyp': `{"targets": [{"target_name": "gauge", "cflags_cc": ["-Wall", "-Wextra"], "sources": [${times(12, (n) => `"src/part_${n}.cc"`).join(', ')}, "src/gauge.cc"]}]}`,
        ...files(12, (n) => [
          `src/part_${n}.cc`,
          `int part_${n}(int depth, int unused) { int left = depth; unsigned n = ${n}; return depth < n ? 1 : 0; }\n`,
        ]),
        'src/gauge.cc':
          '#include <node_api.h>\n#include "tide_table.h"\nnapi_value Init(napi_env env, napi_value exports) { return exports; }\nNAPI_MODULE(gauge, Init)\n',
      })
      return box.shell(
        'node-gyp rebuild --verbose --nodedir=$(dirname $(dirname $(readlink -f /usr/bin/node)))',
      )
    },
  },
  {
    id: 'ava',
    capture(box) {
      box.write({
        'package.json': '{"type": "module"}',
        'test/fares.test.js': `import test from 'ava'\n${lines(45, (n) => `test('fare ${n}', (t) => { t.deepEqual({ zone: ${n}, cents: ${n * 20} }, { zone: ${n}, cents: ${n === 31 ? 640 : n * 20} }) })`)}\ntest('no ticket is given twice', async (t) => { await t.throwsAsync(async () => {}) })\n`,
      })
      return box.shell(
        'ln -s $(dirname $(dirname $(dirname $(readlink -f $(command -v ava))))) node_modules; ava',
      )
    },
  },
  {
    id: 'cucumber',
    capture(box) {
      box.write({
        'features/loans.feature': `Feature: Loans\n${lines(20, (n) => `  Scenario: Reader ${n} takes a book\n    Given a reader with ${n} books\n    When one more is taken\n    Then there are ${n === 14 ? 14 : n + 1} books\n`)}  Scenario: A book comes back late\n    Given a reader with 2 books\n    When one comes back after 40 days\n    Then a fee is due\n`,
        'features/steps.js': `const { Given, When, Then } = require('@cucumber/cucumber')\nconst assert = require('node:assert')\nGiven('a reader with {int} books', function (n) { this.books = n })\nWhen('one more is taken', function () { this.books++ })\nThen('there are {int} books', function (n) { assert.equal(this.books, n) })\n`,
      })
      return box.shell(
        'ln -s $(dirname $(dirname $(dirname $(dirname $(readlink -f $(command -v cucumber-js)))))) node_modules; cucumber-js --format progress --format summary',
      )
    },
  },
  {
    id: 'playwright',
    capture(box) {
      box.write({
        'tests/desk.spec.js': `const { test, expect } = require('@playwright/test')\n${lines(30, (n) => `test('desk ${n} opens', async () => { ${n === 11 ? 'test.setTimeout(700); await new Promise(() => {})' : `expect(${n === 22 ? "'closed'" : "'open'"}).toBe('open')`} })`)}\n`,
      })
      return box.shell(
        'ln -s $(dirname $(dirname $(dirname $(readlink -f $(command -v playwright))))) node_modules; playwright test --reporter=list --workers=1',
      )
    },
  },
  {
    id: 'knip',
    capture(box) {
      box.write({
        'package.json': JSON.stringify({
          name: 'ferry',
          type: 'module',
          main: 'src/index.ts',
          dependencies: { dayjs: '1', 'left-pad': '1', nanoid: '5', zod: '4' },
          devDependencies: { rimraf: '6' },
        }),
        'tsconfig.json': '{"compilerOptions": {"module": "nodenext"}}',
        'src/index.ts': `import { z } from 'zod'\nimport dayjs from 'dayjs'\nimport sharp from 'sharp'\n${lines(8, (n) => `import { quay${n} } from './quay-${n}.ts'`)}\nconsole.log(z, dayjs, sharp, ${times(8, (n) => `quay${n}`).join(', ')})\n`,
        ...files(8, (n) => [
          `src/quay-${n}.ts`,
          `export const quay${n} = ${n}\nexport const depth${n} = ${n}\nexport interface Rope${n} { length: number }\n`,
        ]),
        'src/old-timetable.ts': 'export const times = []\n',
      })
      return box.shell('knip')
    },
  },
  {
    id: 'pyright',
    capture(box) {
      box.write({
        ...files(14, (n) => [
          `stalls/stall_${n}.py`,
          `import re\n\ndef price_${n}(text: str) -> int:\n    found = re.match(r"(\\d+)", text)\n    ${n === 5 ? '' : 'if found is None:\n        return 0\n    '}return int(found.group(1))\n\ndef label_${n}(cents: int) -> str:\n    return ${n % 3 === 0 ? 'cents' : 'str(cents)'}\n`,
        ]),
        'stalls/open.py':
          'from .stall_2 import price_2\n\nasync def opening() -> int:\n    return price_2(3)\n\ndef begin() -> None:\n    hours = opening()\n    print(hours + 1)\n    print(undefined_hours)\n',
      })
      return box.shell('pyright stalls')
    },
  },
  {
    id: 'redocly',
    capture(box) {
      const path = (n: number): string =>
        `  /halls/${n}:\n    get:\n      operationId: ${n === 12 ? 'hall11' : `hall${n}`}\n      summary: One hall\n      responses:\n        '200':\n          description: A hall\n          content:\n            application/json:\n              schema:\n                $ref: '#/components/schemas/${n === 17 ? 'Hal' : 'Hall'}'`
      box.write({
        'openapi.yaml': `openapi: 3.1.0\ninfo:\n  title: Halls\n  version: 1.0.0\npaths:\n${lines(20, path)}\ncomponents:\n  schemas:\n    Hall:\n      type: object\n`,
      })
      return box.shell('REDOCLY_TELEMETRY=off redocly lint openapi.yaml')
    },
  },
  {
    id: 'svelte-check',
    capture(box) {
      box.write({
        'package.json': '{"type": "module"}',
        'tsconfig.json': '{"compilerOptions": {"strict": true, "skipLibCheck": true}}',
        ...files(15, (n) => [
          `src/Card${n}.svelte`,
          `<script lang="ts">\n  export let seats: number\n  let label: string = ${n === 7 ? 'seats' : 'String(seats)'}\n</script>\n\n<div on:click={() => (label = 'x')}>{label}</div>\n<img src="hall-${n}.png">\n<style>.unused { color: red }</style>\n`,
        ]),
      })
      return box.shell(
        'ln -s $(dirname $(dirname $(dirname $(readlink -f $(command -v svelte-check))))) node_modules; svelte-check',
      )
    },
  },
  {
    id: 'turbo',
    capture(box) {
      const names = ['web', 'desk', 'mail', 'print', 'maps', 'words', 'clock', 'rates']
      box.write({
        'package.json':
          '{"name": "fair", "private": true, "workspaces": ["apps/*"], "packageManager": "npm@11.0.0"}',
        'package-lock.json': JSON.stringify({
          name: 'fair',
          lockfileVersion: 3,
          packages: Object.fromEntries([
            ['', { name: 'fair', workspaces: ['apps/*'] }],
            ...names.flatMap((name) => [
              [`apps/${name}`, { name, version: '1.0.0' }],
              [`node_modules/${name}`, { resolved: `apps/${name}`, link: true }],
            ]),
          ]),
        }),
        'turbo.json': '{"tasks": {"build": {}}}',
        ...Object.fromEntries(
          names.flatMap((name) => [
            [
              `apps/${name}/package.json`,
              JSON.stringify({
                name,
                version: '1.0.0',
                scripts: { build: 'node build.js' },
              }),
            ],
            [
              `apps/${name}/build.js`,
              `for (let n = 1; n <= 14; n++) console.log('compiled page ' + n + ' of 14')\n${name === 'rates' ? "require('./currency-table.json')\n" : "console.log('done in 0.8 s')\n"}`,
            ],
          ]),
        ),
      })
      return box.shell('git init -q; turbo run build --no-cache --continue --env-mode=loose')
    },
  },
  {
    id: 'license-checker',
    capture(box) {
      const licences = ['MIT', 'MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', 'MIT']
      box.write({
        'package.json': JSON.stringify({
          name: 'stand',
          version: '1.0.0',
          dependencies: Object.fromEntries(times(70, (n) => [`part-${n}`, '1'])),
        }),
        ...files(70, (n) => [
          `node_modules/part-${n}/package.json`,
          JSON.stringify({
            name: `part-${n}`,
            version: `1.${n}.0`,
            license: n === 43 ? 'AGPL-3.0-only' : licences[n % licences.length],
          }),
        ]),
      })
      return box.shell('license-checker')
    },
  },
  {
    id: 'rollup',
    capture(box) {
      box.write({
        ...files(20, (n) => [
          `src/wing-${n}.js`,
          `export const span${n} = this && ${n}\nexport { ${n === 13 ? 'missing' : `span${n} as wide${n}`} } ${n === 13 ? "from './wing-12.js'" : ''}\n`,
        ]),
        'src/main.js': `import depot from 'depot-client'\n${lines(20, (n) => `import * as w${n} from './wing-${n}.js'; console.log(w${n})`)}\nconsole.log(depot)\n`,
      })
      return box.shell('rollup src/main.js --file out.js')
    },
  },
  {
    id: 'ant',
    capture(box) {
      box.write({
        'build.xml': `<project name="orchard" default="dist">\n<target name="init"><mkdir dir="out"/></target>\n${lines(18, (n) => `<target name="row-${n}" depends="init"><echo>counting the trees of row ${n}</echo><mkdir dir="out/row-${n}"/></target>`)}\n<target name="compile" depends="${times(18, (n) => `row-${n}`).join(',')}"><javac srcdir="src" destdir="out" includeantruntime="false"/></target>\n<target name="dist" depends="compile"><jar destfile="orchard.jar" basedir="out"/></target>\n</project>\n`,
        'src/Tree.java':
          'import java.util.*;\nclass Tree {\n  List apples = new ArrayList();\n  int count() { return apples.length; }\n  Date planted() { return new Date(99, 1, 1); }\n}\n',
      })
      return box.shell('ant')
    },
  },
  {
    id: 'bisect',
    async capture(box) {
      await box.shell(
        'git init -q -b main; for n in $(seq 1 40); do echo "step $n" >> walk.txt; [ $n -ge 27 ] && echo limp > shoe.txt; git add -A; git commit -q --date "2026-02-01T08:$((n + 10)):00Z" -m "walk step $n"; done',
      )
      return box.shell(
        "git bisect start HEAD HEAD~39; git bisect run sh -c 'echo checking the shoe; wc -l walk.txt; ! test -f shoe.txt'; git bisect log",
      )
    },
  },
  {
    id: 'source-typescript',
    capture: (box) => box.shell(`cat ${import.meta.dirname}/../capture.ts`),
  },
  {
    id: 'source-baselines',
    capture: (box) => box.shell(`cat ${import.meta.dirname}/../../baselines.ts`),
  },
]
