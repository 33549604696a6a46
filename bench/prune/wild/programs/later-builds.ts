import { lines, type Scenario, times } from '../scenario.ts'

/** Test runners, compilers and checkers that no other set has. */
export const laterBuilds: readonly Scenario[] = [
  {
    id: 'phpunit',
    capture(box) {
      box.write({
        'tests/FareTest.php': `<?php\nuse PHPUnit\\Framework\\TestCase;\nfunction fare(int $zones): int { return $zones > 6 ? 900 : 150 * $zones; }\nfinal class FareTest extends TestCase {\n${lines(70, (n) => `  public function testFareOfTrip${n}(): void { $this->assertSame(${n === 31 ? 1050 : n > 6 ? 900 : 150 * n}, fare(${n})); }`)}\n  public function testChildrenRideFree(): void { $this->assertSame(['adult' => 300, 'child' => 0], ['adult' => 300, 'child' => 150]); }\n  public function testNightBus(): void { $line = null; $line->depart(); }\n  public function testReceipt(): void { }\n  public function testRefund(): void { $this->markTestSkipped('the till is not there yet'); }\n}\n`,
      })
      return box.shell('phpunit --testdox -v tests')
    },
  },
  {
    id: 'bats',
    capture(box) {
      box.write({
        'backup.bats': `setup() { mkdir -p store; }\n${lines(34, (n) => `@test "archive ${n} is kept" {\n  echo ${n} > store/${n}.tar\n  [ -f store/${n}.tar ]\n}`)}\n@test "old archives are removed" {\n  touch store/old.tar\n  run ls store/old.tar\n  [ "$status" -ne 0 ]\n}\n@test "a full disk is reported" {\n  run bash -c 'echo "no space left on device"; exit 28'\n  [ "$status" -eq 1 ]\n}\n@test "runs at night only" {\n  skip "needs a clock"\n}\n`,
      })
      return box.shell('bats --print-output-on-failure backup.bats')
    },
  },
  {
    id: 'exunit',
    capture(box) {
      box.write({
        'mix.exs':
          'defmodule Ferry.MixProject do\n  use Mix.Project\n  def project, do: [app: :ferry, version: "0.1.0"]\nend\n',
        'lib/ferry.ex':
          'defmodule Ferry do\n  def seats(deck, unused \\\\ 1), do: Map.fetch!(%{upper: 40, lower: 120}, deck)\n  def crossing(minutes), do: div(minutes, 45) * 12\nend\n',
        'test/test_helper.exs': 'ExUnit.start(seed: 0)\n',
        'test/ferry_test.exs': `defmodule FerryTest do\n  use ExUnit.Case\n${lines(40, (n) => `  test "crossing ${n} costs twelve each" do\n    assert Ferry.crossing(${n * 45}) == ${n === 17 ? 205 : n * 12}\n  end`)}\n  test "there is a car deck" do\n    assert Ferry.seats(:car) == 30\n  end\n  test "waits for the tide" do\n    receive do\n      :tide -> :ok\n    after\n      50 -> flunk("no tide after 50 ms")\n    end\n  end\nend\n`,
      })
      return box.shell('export HOME=$PWD MIX_ENV=test ELIXIR_ERL_OPTIONS="+fnu"; mix test')
    },
  },
  {
    id: 'ghc',
    capture(box) {
      box.write({
        'Tide.hs':
          'module Tide where\nimport Data.List (sort)\nimport qualified Data.Map as M\n\nheights :: M.Map String Double\nheights = M.fromList [("Dover", 6.2), ("Brest", "7.1")]\n\nhighest :: Ord a => [a] -> a\nhighest xs = last (sort xs)\n\nnextTide :: Int -> Maybe Int\nnextTide h\n  | h < 12 = h + 12\n  | otherwise = Nothing\n\nreport :: String -> String\nreport place = case M.lookup place heights of\n  Just metres -> place ++ ": " ++ metres\n',
        'Moon.hs':
          'module Moon where\ndata Phase = New | Full | Half deriving Show\nname :: Phase -> String\nname New = "new"\nname Full = "full"\nlight p = fromEnum p\n',
      })
      return box.shell('ghc -Wall -fno-code -fkeep-going Moon.hs Tide.hs')
    },
  },
  {
    id: 'ctest',
    capture(box) {
      box.write({
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.16)\nproject(loom C)\nenable_testing()\nadd_executable(loom loom.c)\n${lines(42, (n) => `add_test(NAME weave_${n} COMMAND loom ${n})`)}\nset_tests_properties(weave_29 PROPERTIES TIMEOUT 1)\nset_tests_properties(weave_38 PROPERTIES DISABLED TRUE)\n`,
        'loom.c':
          '#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(int c, char **v) {\n  int n = atoi(v[1]);\n  printf("thread %d\\n", n);\n  if (n == 13) { fprintf(stderr, "loom.c:7: shuttle stuck at warp 212, expected 240\\n"); return 1; }\n  if (n == 29) sleep(5);\n  if (n == 33) abort();\n  return 0;\n}\n',
      })
      return box.shell(
        'cmake -S . -B build > /dev/null && cmake --build build > /dev/null && ctest --test-dir build --output-on-failure',
      )
    },
  },
  {
    id: 'autoconf',
    capture(box) {
      box.write({
        'configure.ac':
          'AC_INIT([orchard],[2.4])\nAM_INIT_AUTOMAKE([foreign])\nAC_PROG_CC\nAC_PROG_INSTALL\nAC_PROG_MAKE_SET\nAC_CHECK_HEADERS([fcntl.h netdb.h netinet/in.h stdlib.h string.h sys/socket.h unistd.h sys/epoll.h sys/event.h])\nAC_CHECK_FUNCS([memset select socket strchr strdup strerror kqueue epoll_create])\nAC_C_INLINE\nAC_TYPE_SIZE_T\nAC_CHECK_LIB([m],[cos])\nAC_CHECK_LIB([pthread],[pthread_create])\nAC_ARG_ENABLE([maps],[AS_HELP_STRING([--disable-maps],[without maps])],[],[enable_maps=yes])\nAC_CHECK_LIB([orchardmap],[om_open],[],[AC_MSG_ERROR([liborchardmap 3 or later is needed; give --disable-maps to build without])])\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n',
        'Makefile.am': 'bin_PROGRAMS = orchard\norchard_SOURCES = main.c\n',
        'main.c': 'int main(void) { return 0; }\n',
      })
      return box.shell('autoreconf -i > /dev/null 2>&1; ./configure')
    },
  },
  {
    id: 'jasmine',
    capture(box) {
      box.write({
        'spec/kiln.spec.js': `describe('kiln', () => {\n${lines(45, (n) => `  it('fires at cone ${n}', () => { expect(${n} * 20 + 600).toBe(${n === 23 ? 1080 : n * 20 + 600}) })`)}\n  it('cools slowly', async () => { await new Promise((done) => setTimeout(done, 900)) }, 200)\n  it('keeps its glaze', () => { expect({ colour: 'blue', coats: 2 }).toEqual({ colour: 'green', coats: 2 }) })\n  xit('sings', () => {})\n})\n`,
      })
      return box.shell('jasmine --random=false spec/kiln.spec.js')
    },
  },
  {
    id: 'c8',
    capture(box) {
      box.write({
        ...Object.fromEntries(
          times(38, (n) => [
            `mill/src/${n % 3 === 0 ? 'store' : n % 3 === 1 ? 'http' : 'views'}/part-${n}.js`,
            `export function open${n}(x) {\n  if (x > ${n}) {\n    return 'far'\n  }\n  return 'near'\n}\nexport function close${n}(x) {\n  if (x === undefined) {\n    throw new Error('nothing to close')\n  }\n  return x ? 1 : 2\n}\n`,
          ]),
        ),
        'mill/run.mjs': `${lines(38, (n) => `import * as p${n} from './src/${n % 3 === 0 ? 'store' : n % 3 === 1 ? 'http' : 'views'}/part-${n}.js'`)}\n${lines(38, (n) => (n === 20 ? '' : `p${n}.open${n}(0); p${n}.open${n}(99);${n === 9 ? '' : ` p${n}.close${n}(1); p${n}.close${n}(0);`}`))}\n${lines(30, (n) => (n === 9 || n === 20 ? '' : `try { p${n}.close${n}() } catch {}`))}\n`,
        'mill/package.json': '{"type": "module"}\n',
      })
      return box.shell('cd mill; c8 --check-coverage --lines 95 --per-file node run.mjs')
    },
  },
  {
    id: 'newman',
    capture(box) {
      box.write({
        'server.mjs':
          "import { createServer } from 'node:http'\ncreateServer((q, r) => {\n  const n = Number(q.url.split('/').at(-1))\n  if (n === 14) { r.statusCode = 500; r.end('{\"message\": \"no such shelf\"}'); return }\n  setTimeout(() => { r.setHeader('content-type', 'application/json'); r.end(JSON.stringify({ id: n, title: n === 21 ? null : 'Book ' + n })) }, n === 9 ? 700 : 1)\n}).listen(18531, '127.0.0.1')\n",
        'books.json': JSON.stringify({
          info: { name: 'Books', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' },
          item: times(26, (n) => ({
            name: `Book ${n}`,
            request: { method: 'GET', url: `http://127.0.0.1:18531/books/${n}` },
            event: [
              {
                listen: 'test',
                script: {
                  exec: [
                    "pm.test('status is 200', () => pm.response.to.have.status(200))",
                    "pm.test('has a title', () => pm.expect(pm.response.json().title).to.be.a('string'))",
                    "pm.test('is quick', () => pm.expect(pm.response.responseTime).to.be.below(500))",
                  ],
                },
              },
            ],
          })),
        }),
      })
      return box.shell(
        'node server.mjs & pid=$!; sleep 1; newman run books.json --color off --disable-unicode; kill $pid',
      )
    },
  },
  {
    id: 'depcruise',
    capture(box) {
      box.write({
        '.dependency-cruiser.cjs':
          "module.exports = { forbidden: [\n  { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },\n  { name: 'no-orphans', severity: 'info', from: { orphan: true }, to: {} },\n  { name: 'ui-not-to-database', severity: 'error', from: { path: '^src/ui' }, to: { path: '^src/database' } },\n  { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },\n  { name: 'not-to-deprecated', severity: 'warn', from: {}, to: { path: 'legacy' } },\n] }\n",
        ...Object.fromEntries(
          times(40, (n) => [
            `src/${n % 2 === 0 ? 'ui' : 'core'}/m${n}.js`,
            `${importsOf(n)}export const m${n} = ${n}\n`,
          ]),
        ),
        'src/database/pool.js': 'export const pool = 1\n',
        'src/core/base.js': 'export const base = 1\n',
        'src/legacy/dates.js': 'export const dates = 1\n',
        'package.json': '{"type": "module"}\n',
      })
      return box.shell('depcruise src --config .dependency-cruiser.cjs --output-type err-long')
    },
  },
  {
    id: 'jscpd',
    capture(box) {
      const body = (n: number): string =>
        lines(
          14,
          (k) =>
            `  const row${k} = table.find((one) => one.key === '${n}-${k}') ?? fallback(${k}, '${n}')`,
        )
      box.write(
        Object.fromEntries(
          times(24, (n) => [
            `src/page-${n}.js`,
            `export function page${n}(table, fallback) {\n${body(n % 9 === 0 ? 9 : n === 22 ? 5 : n)}\n  return [row1, row2]\n}\n`,
          ]),
        ),
      )
      return box.shell(
        'jscpd src --min-lines 5 --min-tokens 40 --reporters consoleFull --no-gitignore',
      )
    },
  },
  {
    id: 'spectral',
    capture(box) {
      box.write({
        '.spectral.yaml': 'extends: ["spectral:oas"]\n',
        'openapi.yaml': `openapi: 3.0.3\ninfo:\n  title: Harbour\n  version: 1.0.0\nservers:\n  - url: https://harbour.example.org/\npaths:\n${lines(24, (n) => `  /berths/${n}${n === 11 ? '/{id}' : ''}:\n    get:\n      ${n % 4 === 0 ? 'summary: One berth' : `operationId: berth${n === 19 ? 18 : n}\n      description: One berth\n      tags: [berths]`}\n      responses:\n        '200':\n          description: The berth\n${n === 6 ? '          content:\n            application/json:\n              schema:\n                type: integer\n              example: seven\n' : ''}`)}`,
      })
      return box.shell('spectral lint openapi.yaml --format stylish')
    },
  },
  {
    id: 'verilator',
    capture(box) {
      box.write({
        'lock.v': `module lock(input clk, input rst, input [7:0] key, output reg open, output [3:0] state);\n  reg [2:0] step;\n  wire [15:0] wide = key * 8'd3;\n  assign state = {1'b0, wide};\n  always @(posedge clk) begin\n    case (step)\n      3'd0: if (key == 8'h2a) step <= 1;\n      3'd1: if (key == 8'h2b) step <= 2;\n      3'd2: open = 1;\n    endcase\n  end\n  always @(*) begin\n    if (rst) latch_me = key;\n  end\n  reg [7:0] latch_me;\n  wire unused_wire;\nendmodule\n`,
        'top.v':
          "module top(input clk, output o);\n  lock l(.clk(clk), .key(8'h1), .open(o), .sate());\n  reg loop;\n  assign loop = ~loop;\nendmodule\n",
      })
      return box.shell(
        'verilator --lint-only -Wall --top-module lock lock.v; verilator --lint-only -Wall --top-module top top.v lock.v',
      )
    },
  },
  {
    id: 'go-race',
    capture(box) {
      box.write({
        'go.mod': 'module example.org/ferry\n\ngo 1.19\n',
        'ferry_test.go': `package ferry\n\nimport (\n\t"sync"\n\t"testing"\n)\n\ntype Deck struct{ cars int }\n\nfunc (d *Deck) Load() { d.cars++ }\n\nfunc TestLoad(t *testing.T) {\n\tvar wait sync.WaitGroup\n\tdeck := &Deck{}\n\tfor i := 0; i < 2; i++ {\n\t\twait.Add(1)\n\t\tgo func() { defer wait.Done(); deck.Load() }()\n\t}\n\twait.Wait()\n}\n${lines(30, (n) => `\nfunc TestRow${n}(t *testing.T) {\n\tif ${n} < 0 {\n\t\tt.Fatal("row")\n\t}\n}`)}\n`,
      })
      return box.shell(
        'export GOFLAGS=-mod=mod GOCACHE=$PWD/cache; go test -race -v ./... | grep -v "^ok"; rm -rf cache',
      )
    },
  },
  {
    id: 'pdflatex',
    capture(box) {
      box.write({
        'report.tex': `\\documentclass{article}\n\\begin{document}\n${lines(14, (n) => `\\section{Harvest ${n}}\\label{s${n}}\nThe yield of field ${n} is shown in figure~\\ref{${n === 8 ? 'fig:missing' : `s${n}`}}. ${n === 5 ? 'Averyveryverylongwordthatcannotbebrokenanywhereandthereforesticksoutofthemarginofthepage.'.repeat(2) : 'It was a good year.'} ${n === 11 ? '\\cite{nobody}' : ''}${n === 12 ? '$x_1 + y' : ''}\n\n`)}\\end{document}\n`,
      })
      return box.shell('pdflatex -interaction=nonstopmode report.tex')
    },
  },
  {
    id: 'doxygen',
    capture(box) {
      box.write({
        Doxyfile:
          'PROJECT_NAME=mill\nINPUT=src\nGENERATE_LATEX=NO\nEXTRACT_ALL=NO\nWARN_NO_PARAMDOC=YES\nHAVE_DOT=NO\nGENERATE_HTML=YES\nRECURSIVE=YES\n',
        ...Object.fromEntries(
          times(22, (n) => [
            `src/wheel_${n}.h`,
            `/** @file wheel_${n}.h Wheel ${n}. */\n/** Turns wheel ${n}.\n * @param ${n === 9 ? 'speed' : 'turns'} how often\n * @return the number of grains${n === 14 ? ' as in @ref grindstone' : ''}\n */\nint turn_${n}(int turns);\n${n === 17 ? '/** Stops. @unknowntag */\nvoid stop_17(void);\n' : ''}`,
          ]),
        ),
      })
      return box.shell('doxygen Doxyfile')
    },
  },
  {
    id: 'lintian',
    capture(box) {
      box.write({
        'pkg/DEBIAN/control':
          'Package: tide-clock\nVersion: 1.2-3\nArchitecture: all\nMaintainer: dev <dev@example.org>\nDepends: libc6, python\nDescription: clock\n a clock.\n',
        'pkg/usr/bin/tide-clock': '#!/usr/bin/python\nprint(1)\n',
        'pkg/usr/local/share/tides.txt': 'low\n',
        'pkg/etc/tide-clock.conf': 'x=1\n',
        'pkg/usr/share/doc/tide-clock/changelog': 'nothing\n',
        'pkg/DEBIAN/postinst': '#!/bin/sh\necho done\n',
      })
      return box.shell(
        'chmod 755 pkg/DEBIAN/postinst pkg/usr/bin/tide-clock; dpkg-deb --root-owner-group -b pkg tide-clock_1.2-3_all.deb > /dev/null; lintian --allow-root -i tide-clock_1.2-3_all.deb',
      )
    },
  },
]

/** A circle of three, one import of each kind that a rule forbids, and those that are fine. */
function importsOf(n: number): string {
  const forbidden: Readonly<Record<number, string>> = {
    7: './m9.js',
    9: './m11.js',
    11: './m7.js',
    18: '../database/pool.js',
    25: 'left-over',
  }
  const usual = [
    ...(n % 5 === 0 ? ['../legacy/dates.js'] : []),
    ...(n % 4 === 0 ? [] : ['../core/base.js']),
  ]
  return [forbidden[n] ?? [], ...usual]
    .flat()
    .map((name) => `import '${name}'\n`)
    .join('')
}
