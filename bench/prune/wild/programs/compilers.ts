import { lines, type Scenario } from '../scenario.ts'

export const compilers: readonly Scenario[] = [
  {
    id: 'rustc',
    capture(box) {
      box.write({
        'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/main.rs': `mod basket;\nmod unused;\n\nfn main() {\n    println!("{}", basket::total(&[]));\n}\n`,
        'src/unused.rs': lines(
          26,
          (number) =>
            `pub fn helper_${number}(value: i32) -> i32 {\n    let kept = value;\n    ${number}\n}\n`,
        ),
        'src/basket.rs': rustErrors,
      })
      return box.shell('cargo build --offline')
    },
  },
  {
    id: 'tsc-missing-files',
    capture(box) {
      box.write({
        'tsconfig.json':
          '{"compilerOptions": {"strict": true, "noEmit": true, "module": "nodenext", "types": []}, "include": ["src"]}',
        'package.json': '{"type": "module"}',
        ...Object.fromEntries(
          Array.from({ length: 42 }, (_, index) => [
            `src/page-${index + 1}.ts`,
            typedPage(index + 1),
          ]),
        ),
      })
      return box.shell('tsc --pretty false')
    },
  },
  {
    id: 'gcc',
    capture(box) {
      box.write({
        Makefile: `OBJECTS = $(patsubst %.c,%.o,$(wildcard *.c))\nall: $(OBJECTS)\n%.o: %.c\n\tgcc -Wall -Wextra -O2 -c -o $@ $<\n`,
        'stock.h': 'struct stock { int pieces; };\nint reserve(struct stock *stock, int pieces);\n',
        'reserve.c':
          '#include "stock.h"\nint reserve(struct stock *stock, int pieces) {\n  if (stock->amount < pieces) return -1;\n  stock->pieces -= pieces;\n  return 0;\n}\n',
        'report.c':
          '#include <stdio.h>\n#include "stock.h"\nvoid report(struct stock *stock) {\n  printf("%d\\n", reserve(stock));\n  undeclared_total += 1;\n}\n',
        ...Object.fromEntries(
          Array.from({ length: 34 }, (_, index) => [
            `part${index + 1}.c`,
            `#include <stdio.h>\nint part${index + 1}(int first, unsigned second) {\n  int unused_${index};\n  if (first < second) printf("%s", first);\n  return 0;\n}\n`,
          ]),
        ),
      })
      return box.shell('make -k')
    },
  },
  {
    id: 'javac',
    capture(box) {
      box.write({
        ...Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [
            `shop/Part${index + 1}.java`,
            `package shop;\nimport java.util.*;\npublic class Part${index + 1} {\n  List raw = new ArrayList();\n  void add(Object item) { raw.add(item); }\n}\n`,
          ]),
        ),
        'shop/Basket.java': `package shop;\npublic class Basket {\n  private int total;\n  String show() { return total; }\n  void add(Item item) { total += item.price(); }\n}\n`,
        'shop/Refund.java': `package shop;\npublic class Refund {\n  void pay() {\n    new Basket().clear();\n    int days = "14";\n  }\n}\n`,
      })
      return box.shell('javac -Xlint:all -d out shop/*.java')
    },
  },
  {
    id: 'eslint',
    capture(box) {
      box.write({
        'eslint.config.js':
          'module.exports = [{ languageOptions: { sourceType: "commonjs" }, rules: { "no-unused-vars": "warn", "prefer-const": "warn", eqeqeq: "warn", "no-undef": "error", "no-unreachable": "error", "no-dupe-keys": "error" } }]\n',
        ...Object.fromEntries(
          Array.from({ length: 40 }, (_, index) => [
            `src/part-${index + 1}.js`,
            `let first = ${index}\nlet second = 2\nconst spare = 3\nif (first == second) { first += 1 }\n${index === 16 ? 'chargeCard(second)\n' : ''}${index === 31 ? 'const rates = { eu: 19, us: 7, eu: 20 }\n' : ''}`,
          ]),
        ),
      })
      return box.shell('eslint src')
    },
  },
  {
    id: 'mypy',
    capture(box) {
      box.write({
        ...Object.fromEntries(
          Array.from({ length: 40 }, (_, index) => [
            `shop/part_${index + 1}.py`,
            `def add(first, second):\n    return first + second\n\n\ndef name(value) -> str:\n    return add(1, 2)\n\n\ndef rest(*values):\n    pass\n`,
          ]),
        ),
        'shop/part_19_refunds.py': `from typing import Optional\n\n\ndef find_order(number: int) -> Optional[str]:\n    return None\n\n\ndef refund(order: str, amount: int) -> None:\n    print(order.upper(), amount)\n\n\nrefund(find_order(7), 12)\nrefund("A7", "12")\n`,
      })
      return box.shell('mypy --strict --no-incremental shop')
    },
  },
]

const rustErrors = `pub struct Item {
    name: String,
    cents: u64,
}

pub fn total(items: &[Item]) -> u64 {
    let mut sum = 0;
    for item in items {
        sum += item.price;
    }
    sum
}

pub fn longest(items: &[Item]) -> &str {
    let names: Vec<String> = items.iter().map(|item| item.name.clone()).collect();
    names.iter().max_by_key(|name| name.len()).unwrap()
}

pub fn take(item: Item) -> (Item, Item) {
    (item, item)
}

pub fn discount(cents: u64) -> u64 {
    cents * 0.9
}

pub fn print_all(items: &[Item]) {
    for item in items {
        println!("{}", item);
    }
}
`

/** One missing module a page, among the errors of every other kind that such a page has. */
function typedPage(page: number): string {
  return `import { view } from './views/view-${page}.js'
${lines(9, (number) => `export const amount${number}: number = 'page ${page} amount ${number}'`)}
${lines(6, (number) => `export function read${number}(value) { return value.field${number} }`)}
export const shown: string = view(${page}).total.toFixed(2)
const order: { id: number } = { id: ${page}, label: 'x' }
order.missing
`
}
