import { lines, type Scenario, times } from '../scenario.ts'

/** Build tools, linters and test runners that nothing was chosen on. */
export const heldOutBuilds: readonly Scenario[] = [
  {
    id: 'cmake',
    capture(box) {
      box.write({
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.10)\nproject(ferry C CXX)\ninclude(CheckIncludeFile)\n${lines(30, (number) => `check_include_file(ferry_${number}.h HAVE_FERRY_${number})`)}\nfind_package(Threads REQUIRED)\nfind_package(Timetable 2.1 REQUIRED)\nadd_executable(ferry main.c)\n`,
        'main.c': 'int main(void) { return 0; }\n',
      })
      return box.shell('cmake -S . -B out')
    },
  },
  {
    id: 'ninja',
    capture(box) {
      box.write({
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.10)\nproject(ferry CXX)\nadd_executable(ferry main.cpp ${lines(60, (number) => `deck${number}.cpp`)})\n`,
        'main.cpp':
          '#include <string>\nint main() { std::string name = 4; return name.lenght(); }\n',
        ...Object.fromEntries(
          times(60, (number) => [
            `deck${number}.cpp`,
            `int deck${number}(int cars) { return cars * ${number}; }\n`,
          ]),
        ),
      })
      return box.shell('cmake -G Ninja -S . -B out > /dev/null && ninja -v -k 0 -C out -j 1')
    },
  },
  {
    id: 'maven-dependency',
    capture(box) {
      box.write({
        'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.example</groupId>\n  <artifactId>ferry</artifactId>\n  <version>1.0</version>\n  <packaging>pom</packaging>\n  <modules>\n${lines(12, (number) => `    <module>deck-${number}</module>`)}\n  </modules>\n</project>\n`,
        ...Object.fromEntries(
          times(12, (number) => [
            `deck-${number}/pom.xml`,
            `<project xmlns="http://maven.apache.org/POM/4.0.0">\n  <modelVersion>4.0.0</modelVersion>\n  <parent><groupId>org.example</groupId><artifactId>ferry</artifactId><version>1.0</version></parent>\n  <artifactId>deck-${number}</artifactId>\n${number === 7 ? '  <dependencies><dependency><groupId>org.example</groupId><artifactId>tickets</artifactId><version>3.4</version></dependency></dependencies>\n' : ''}</project>\n`,
          ]),
        ),
      })
      return box.shell(
        'mvn -o -B -ntp -fae test-compile | sed "s/repo.maven.apache.org/packages.example.org/g"',
      )
    },
  },
  {
    id: 'vite-build',
    capture(box) {
      box.write({
        'package.json': '{"type": "module", "private": true}',
        'index.html': '<script type="module" src="/main.js"></script>',
        'main.js': `${lines(45, (number) => `import('./page-${number}.js').then(({ page }) => console.log(page))`)}\n`,
        ...Object.fromEntries(
          times(45, (number) => [
            `page-${number}.js`,
            `export const page = ${JSON.stringify(Array.from({ length: number === 31 ? 90_000 : 200 + number }, (_, at) => (at * number) % 9973))}\n`,
          ]),
        ),
      })
      return box.shell('vite build')
    },
  },
  {
    id: 'rolldown',
    capture(box) {
      box.write({
        'main.js': `${lines(40, (number) => `import { stop${number} } from './stop-${number}.js'\nstop${number}()`)}\n`,
        ...Object.fromEntries(
          times(40, (number) => [
            `stop-${number}.js`,
            `${number === 22 ? "import { clock } from './clocks.js'\nclock()\n" : ''}${number % 3 === 0 ? `export function stop${number}() { return eval('${number}') }` : `export function stop${number}() { return ${number} }`}\n`,
          ]),
        ),
      })
      return box.shell('rolldown main.js --file out.js')
    },
  },
  {
    id: 'biome',
    capture(box) {
      box.write({
        'biome.json': '{"root": true, "linter": {"enabled": true}}',
        ...Object.fromEntries(
          times(18, (number) => [
            `src/stop-${number}.js`,
            `var name${number} = 'stop'\nif (name${number} == 1) console.log(name${number})\n${number === 11 ? 'export const run = (text) => eval(text)\n' : ''}`,
          ]),
        ),
      })
      return box.shell('biome lint --colors=off --max-diagnostics=200 src')
    },
  },
  {
    id: 'tsc-resolution',
    capture(box) {
      box.write({
        'tsconfig.json':
          '{"compilerOptions": {"noEmit": true, "types": [], "module": "nodenext"}, "include": ["src"]}',
        'package.json': '{"type": "module"}',
        'src/timetable.ts': `${lines(30, (number) => `import './stop-${number}.js'`)}\nimport { format } from 'bus-clock'\nformat()\n`,
        ...Object.fromEntries(times(30, (number) => [`src/stop-${number}.ts`, `export {}\n`])),
      })
      return box.shell('tsc --traceResolution --pretty false')
    },
  },
  {
    id: 'flake8',
    capture(box) {
      box.write(
        Object.fromEntries(
          times(24, (number) => [
            `recipes/soup_${number}.py`,
            `import os, sys\ndef cook( pot ):\n  return pot\n${number === 15 ? 'def serve(plates):\n  return plates + bowls\n' : ''}${number === 20 ? 'def stir(spoon:\n  return spoon\n' : ''}`,
          ]),
        ),
      )
      return box.shell('/usr/bin/flake8 recipes')
    },
  },
  {
    id: 'yamllint',
    capture(box) {
      box.write(
        Object.fromEntries(
          times(30, (number) => [
            `menus/day-${number}.yaml`,
            `soup:   leek\nmain: ${'fish '.repeat(20)}\n${number === 17 ? 'dessert: [plum, pear\ndrink: water\n' : 'dessert:  plum\n'}`,
          ]),
        ),
      )
      return box.shell('yamllint -f standard menus')
    },
  },
  {
    id: 'cppcheck',
    capture(box) {
      box.write(
        Object.fromEntries(
          times(28, (number) => [
            `pot${number}.c`,
            `#include <stdlib.h>\nint pot${number}(int size) {\n  int spare = 0;\n  int level;\n  level = size;\n${number === 13 ? '  int lids[4];\n  lids[4] = 1;\n' : ''}${number === 24 ? '  char *name = malloc(10);\n  if (size > 3) return 0;\n  free(name);\n' : ''}  return level;\n}\n`,
          ]),
        ),
      )
      return box.shell(
        'cppcheck --enable=style,warning,performance --suppress=missingIncludeSystem .',
      )
    },
  },
  {
    id: 'bandit',
    capture(box) {
      box.write(
        Object.fromEntries(
          times(22, (number) => [
            `shop/till_${number}.py`,
            `import random\n\n\ndef number():\n    assert random.random() < 1\n    return random.randint(1, 9)\n${number === 9 ? '\n\nimport subprocess\n\n\ndef receipt(name):\n    subprocess.call("print " + name, shell=True)\n' : ''}`,
          ]),
        ),
      )
      return box.shell('bandit -q -r shop')
    },
  },
  {
    id: 'rspec',
    capture(box) {
      box.write({
        'spec/library_spec.rb': `RSpec.describe 'library' do\n${lines(80, (number) => `  it 'lends book ${number}' do\n    expect(${number}).to be > 0\n  end\n`)}\n  it 'charges a fee after two weeks' do\n    fee = 0\n    expect(fee).to eq(150)\n  end\n\n  it 'prints a card for new readers' do\n    pending 'the printer is not connected'\n    raise 'no printer'\n  end\nend\n`,
      })
      return box.shell('rspec --format documentation --no-color')
    },
  },
  {
    id: 'prove',
    capture(box) {
      box.write(
        Object.fromEntries(
          times(40, (number) => [
            `t/${String(number).padStart(2, '0')}-shelf.t`,
            `use strict; use warnings; use Test::More tests => 4;\nok(1, "shelf ${number} is there");\nis(${number === 12 || number === 33 ? 3 : 4}, 4, "four boards");\nok(1, "it holds");\nis("oak", "${number === 33 ? 'pine' : 'oak'}", "wood");\n`,
          ]),
        ),
      )
      return box.shell('prove -v t')
    },
  },
  {
    id: 'doctest',
    capture(box) {
      box.write({
        'tram.py': `${lines(45, (number) => `def line_${number}(stops):\n    """\n    >>> line_${number}(2)\n    ${number === 28 ? number * 2 + 1 : number * 2}\n    """\n    return stops * ${number}\n`)}\n`,
      })
      return box.shell('python3 -m doctest -v tram.py')
    },
  },
  {
    id: 'junit-xml',
    capture(box) {
      box.write({
        'tram.test.js': `const { test } = require('node:test')\nconst assert = require('node:assert')\n${lines(70, (number) => `test('tram ${number} stops at the station', () => {})`)}\ntest('the night tram runs at two', () => { assert.strictEqual('01:45', '02:00') })\ntest('the depot opens', { skip: 'winter' }, () => {})\n`,
      })
      return box.shell('node --test --test-reporter=junit tram.test.js')
    },
  },
  {
    id: 'coverage',
    capture(box) {
      box.write({
        ...Object.fromEntries(
          times(36, (number) => [
            `src/stop-${number}.js`,
            `exports.stop = (people) => {\n  if (people > 0) {\n    return people\n  }\n  return 0\n}\n${number === 21 ? lines(40, (line) => `exports.spare${line} = () => {\n  return ${line}\n}`) : ''}\n`,
          ]),
        ),
        'tram.test.js': `const { test } = require('node:test')\n${lines(36, (number) => `test('stop ${number}', () => { require('./src/stop-${number}.js').stop(${number % 2}) })`)}\n`,
      })
      return box.shell('node --test --experimental-test-coverage --test-reporter=spec tram.test.js')
    },
  },
  {
    id: 'go-bench',
    capture(box) {
      box.write({
        'go.mod': 'module example.org/tram\n\ngo 1.19\n',
        'tram_test.go': `package tram\n\nimport "testing"\n\nvar sink []byte\n\n${lines(40, (number) => `func BenchmarkStop${number}(b *testing.B) {\n\tfor n := 0; n < b.N; n++ {\n\t\tsink = make([]byte, ${number === 26 ? 250_000 : 64 * number})\n\t}\n}\n`)}`,
      })
      return box.shell('go test -bench . -benchmem -benchtime 300x')
    },
  },
  {
    id: 'php-fatal',
    capture(box) {
      box.write({
        'send.php': `<?php\nerror_reporting(E_ALL); ini_set('display_errors', '1'); ini_set('html_errors', '0'); ini_set('log_errors', '0');\nfunction stamp(array $letter) { return strtoupper($letter['city']) . intdiv(100, $letter['weight']); }\nfunction post(int $number) { $letter = $number % 40 === 0 ? ['weight' => 2] : ['city' => 'Lille', 'weight' => $number === 173 ? 0 : 2]; return stamp($letter); }\nfor ($number = 1; $number <= 200; $number++) echo "letter $number ", post($number), "\\n";\n`,
      })
      return box.shell('php send.php')
    },
  },
]
