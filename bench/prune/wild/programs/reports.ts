import { type Box, lines, type Scenario, times } from '../scenario.ts'

/** More test runners, compilers and linters. */
export const reports: readonly Scenario[] = [
  {
    id: 'mocha',
    capture(box) {
      box.write(
        Object.fromEntries(
          times(9, (file) => [
            `test/seats-${file}.js`,
            `const assert = require('node:assert')\ndescribe('row ${file}', () => {\n${lines(20, (seat) => `  it('seat ${seat} can be booked', () => { assert.ok(true) })`)}\n${file === 4 ? "  it('a seat is not sold twice', () => { assert.equal(['ann', 'bo'].length, 1) })\n  it('a refund frees the seat', (done) => { setTimeout(() => done(new Error('seat 12 is still taken')), 5) })\n" : ''}})\n`,
          ]),
        ),
      )
      return box.shell('mocha')
    },
  },
  {
    id: 'unittest',
    capture(box) {
      box.write({
        'test_seats.py': `import unittest\n\n\nclass Seats(unittest.TestCase):\n${lines(110, (seat) => `    def test_seat_${seat}(self):\n        self.assertTrue(True)\n`)}\n    def test_children_pay_half(self):\n        self.assertEqual(12.0 / 2, 7.0)\n\n    def test_a_closed_hall_sells_nothing(self):\n        hall = {"open": False}\n        self.assertEqual(hall["seats"], 0)\n`,
      })
      return box.shell('python3 -m unittest -v')
    },
  },
  {
    id: 'minitest',
    capture(box) {
      box.write({
        'seats_test.rb': `require 'minitest/autorun'\n\nclass SeatsTest < Minitest::Test\n${lines(90, (seat) => `  def test_seat_${seat}\n    assert true\n  end\n`)}\n  def test_the_balcony_has_forty_seats\n    assert_equal 40, 38\n  end\n\n  def test_a_ticket_has_a_row\n    ticket = nil\n    ticket.row\n  end\nend\n`,
      })
      return box.shell('ruby seats_test.rb -v --seed 1')
    },
  },
  {
    id: 'clang',
    capture(box) {
      box.write({
        'hall.c':
          '#include <string.h>\nstruct hall { char name[20]; int rows; };\nint size(struct hall *hall) {\n  return hall.rows * 20\n}\nint find(char *name) { return lookup(name, 3); }\n',
        ...Object.fromEntries(
          times(30, (part) => [
            `part${part}.c`,
            `int part${part}(int first, unsigned second) {\n  int spare;\n  int *pointer = first;\n  return first < second;\n}\n`,
          ]),
        ),
      })
      return box.shell(
        'for f in part?.c hall.c part??.c; do echo "clang -Wall -Wextra -c $f"; clang -Wall -Wextra -c $f; done',
      )
    },
  },
  {
    id: 'go-build',
    capture(box) {
      box.write({
        'go.mod': 'module example.org/hall\n\ngo 1.19\n',
        ...Object.fromEntries(
          times(24, (part) => [
            `part${part}/part.go`,
            `package part${part}\n\nfunc Seats() int { return ${part} }\n`,
          ]),
        ),
        'booking/booking.go':
          'package booking\n\nimport "os"\n\nfunc Book(seat int) string {\n\tname := "x"\n\treturn seat\n}\n',
        'billing/billing.go':
          'package billing\n\nimport "example.org/hall/part3"\n\nfunc Bill() int { return part3.Rows() }\n',
      })
      return box.shell('go build -v ./...')
    },
  },
  {
    id: 'linker',
    capture(box) {
      box.write({
        Makefile: `OBJECTS = $(patsubst %.c,%.o,$(wildcard *.c))\nhall: $(OBJECTS)\n\tgcc -o $@ $(OBJECTS)\n%.o: %.c\n\tgcc -O1 -c -o $@ $<\n`,
        'main.c':
          'int seats(void); int print_ticket(int);\nint main(void) { return print_ticket(seats()); }\n',
        'seats.c': 'int seats(void) { return 4; }\n',
        ...Object.fromEntries(
          times(120, (part) => [`part${part}.c`, `int part${part}(void) { return ${part}; }\n`]),
        ),
      })
      return box.shell('make')
    },
  },
  {
    id: 'tsc-properties',
    capture(box) {
      box.write({
        'tsconfig.json':
          '{"compilerOptions": {"strict": true, "noEmit": true, "types": []}, "include": ["src"]}',
        ...Object.fromEntries(
          times(60, (page) => [
            `src/hall-${page}.ts`,
            `export const rows: string = ${page}\nexport function seats(hall) { return hall }\n${page === 23 ? 'const ticket = { row: 3 }\nexport const price = ticket.price\n' : ''}${page === 48 ? 'export function pay(cents: number) { return cents }\npay()\n' : ''}`,
          ]),
        ),
      })
      return box.shell('tsc --pretty false')
    },
  },
  {
    id: 'pylint',
    capture(box) {
      box.write(
        Object.fromEntries(
          times(26, (part) => [
            `hall/part_${part}.py`,
            `import os\n\ndef Seats(x, y):\n    if x == None:\n        return y\n    return  x\n${part === 11 ? '\n\ndef sell():\n    return tickets_left - 1\n' : ''}`,
          ]),
        ),
      )
      return box.shell('pylint --disable=R0801 hall/*.py')
    },
  },
  {
    id: 'shellcheck',
    capture(box) {
      box.write({
        'deploy.sh': `#!/bin/sh\n${lines(40, (number) => `cp $file${number} target/`)}\nif [ $1 = yes ]; then\n  echo started\n`,
        'backup.sh': `#!/bin/sh\n${lines(30, (number) => `rm -r $folder${number}`)}\n`,
      })
      return box.shell('shellcheck -f gcc backup.sh deploy.sh')
    },
  },
  {
    id: 'npm-eresolve',
    async capture(box: Box) {
      box.write({
        'package.json': JSON.stringify({
          name: 'hall',
          version: '1.0.0',
          dependencies: { react: '17.0.2', 'react-dom': '19.1.0' },
        }),
      })
      return box.shell('npm install --no-audit --no-fund --ignore-scripts')
    },
  },
  {
    id: 'go-test-json',
    capture(box) {
      box.write({
        'go.mod': 'module example.org/hall\n\ngo 1.19\n',
        'hall/hall_test.go': `package hall\n\nimport "testing"\n\n${lines(60, (seat) => `func TestSeat${seat}(t *testing.T) {}\n`)}\nfunc TestBalconyIsOpen(t *testing.T) {\n\tt.Error("the balcony is closed on Mondays")\n}\n`,
      })
      return box.shell('go test -json ./...')
    },
  },
]
