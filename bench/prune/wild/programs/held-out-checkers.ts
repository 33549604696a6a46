import { lines, type Scenario, times } from '../scenario.ts'

/** Files by name, from `make(1)` on. */
function files(count: number, make: (number: number) => readonly [string, string]) {
  return Object.fromEntries(times(count, make))
}

/** Programs that find mistakes in what somebody wrote; nothing was chosen on them. */
export const heldOutCheckers: readonly Scenario[] = [
  {
    id: 'vulture',
    capture(box) {
      box.write(
        files(20, (n) => [
          `farm/field_${n}.py`,
          `import os\n\ndef sow_${n}(seed):\n    rows = seed * ${n}\n    return seed\n${n === 11 ? '    print("never reached")\n' : ''}`,
        ]),
      )
      return box.shell('vulture farm')
    },
  },
  {
    id: 'pydocstyle',
    capture(box) {
      box.write(
        files(12, (n) => [
          `orchard/tree_${n}.py`,
          `def pick(apple):\n    ${n === 7 ? `'''Pick one.'''` : `"""pick one"""`}\n    return apple\n\n\nclass Basket:\n    def add(self):\n        pass\n`,
        ]),
      )
      return box.shell('pydocstyle orchard')
    },
  },
  {
    id: 'bison',
    capture(box) {
      box.write({
        'tune.y': `%token NOTE REST BAR KEY\n%%\ntune: | tune bar BAR ;\nbar: note | bar note ;\nnote: NOTE | REST | KEY note | note KEY note ;\nunused: KEY ;\n%%\n`,
      })
      return box.shell('bison -Wall -Wcounterexamples --report=all tune.y; cat tune.output')
    },
  },
  {
    id: 'gfortran',
    capture(box) {
      box.write({
        'tide.f90': `program tide\n  implicit none\n${lines(30, (n) => `  real :: h${n}`)}\n${lines(30, (n) => (n === 14 ? '  h14 = hight * 2' : n === 22 ? '  h22 = "low"' : `  h${n} = ${n}.0d0 / 3`))}\nend program\n`,
      })
      return box.shell('gfortran -Wall -Wextra -c tide.f90')
    },
  },
  {
    id: 'nasm',
    capture(box) {
      box.write({
        'boot.asm': `section .text\n${lines(60, (n) => (n === 37 ? '  movv eax, 1' : n === 44 ? '  jmp nowhere' : n % 5 === 0 ? `label${n}` : `  mov eax, ${n}`))}\n`,
      })
      return box.shell('nasm -f elf64 -w+all boot.asm')
    },
  },
  {
    id: 'ocaml',
    capture(box) {
      box.write(
        files(8, (n) => [
          `bake_${n}.ml`,
          `type dough = Rye | Wheat | Spelt\nlet bake d =\n  match d with\n  | Rye -> ${n}\n${n === 3 ? '' : '  | Spelt -> 2\n'}  | Wheat -> 1\nlet unused = 4\nlet () = print_int (bake ${n === 6 ? '"Rye"' : 'Rye'})\n`,
        ]),
      )
      return box.shell('for f in bake_*.ml; do ocamlc -w +A -c $f; done')
    },
  },
  {
    id: 'prolog',
    capture(box) {
      box.write({
        'kin.pl': `${lines(40, (n) => `parent(p${n}, p${n + 1}).`)}\ngrand(X, Y) :- parent(X, Z), parent(Z, W).\nold(X) :- aged(X).\nparent(p99, p100).\n`,
      })
      return box.shell("swipl -g 'check,halt' kin.pl < /dev/null")
    },
  },
  {
    id: 'systemd-verify',
    capture(box) {
      box.write(
        files(9, (n) => [
          `crane-${n}.service`,
          `[Unit]\nDescription=Crane ${n}\n${n === 4 ? 'After=dock.servce\n' : ''}[Service]\nExecStart=${n === 7 ? 'cranectl' : '/bin/true'}\nMemoryLimitt=${n}G\nRestart=always\n`,
        ]),
      )
      return box.shell('systemd-analyze verify ./crane-*.service')
    },
  },
  {
    id: 'gawk-lint',
    capture(box) {
      box.write({
        'sum.awk': `${lines(25, (n) => (n === 12 ? `/k${n}/ { total = totl + $2 }` : `/k${n}/ { c${n} = c${n} + 1 }`))}\nEND { print total }\n`,
        'in.txt': lines(30, (n) => `k${n} ${n}`),
      })
      return box.shell('gawk --lint -f sum.awk in.txt')
    },
  },
  {
    id: 'html-validate',
    capture(box) {
      box.write(
        files(10, (n) => [
          `page${n}.html`,
          `<!DOCTYPE html>\n<html lang="en">\n<head><title>Page ${n}</title></head>\n<body>\n<h1>Page</h1>\n<button>Go</button>\n${n === 6 ? '<img src="harbour.png">\n' : ''}<p>ferry ${n}<br/></p>\n${n === 8 ? '<label for="nobody">Name</label>\n' : ''}</body>\n</html>\n`,
        ]),
      )
      return box.shell('html-validate page*.html')
    },
  },
  {
    id: 'prettier-check',
    capture(box) {
      box.write(
        files(45, (n) => [
          `src/knot${n}.js`,
          n === 28 ? 'const  a = ;\n' : n % 15 === 0 ? 'const a=1\n' : 'const a = 1;\n',
        ]),
      )
      return box.shell('prettier --log-level debug --check src')
    },
  },
  {
    id: 'sass',
    capture(box) {
      box.write(
        files(9, (n) => [
          `sheet${n}.scss`,
          `$gap: ${n}px;\n.row { margin: $gap / 2; }\n${n === 5 ? '.odd { color: $undefined-hue; }\n' : ''}`,
        ]),
      )
      return box.shell('for f in sheet*.scss; do sass $f; done')
    },
  },
]
