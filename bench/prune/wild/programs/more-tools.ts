import { lines, type Scenario } from '../scenario.ts'

/** Checkers, bundlers and test runners from npm, and what compilers and linkers say of their files. */
export const moreTools: readonly Scenario[] = [
  {
    id: 'tape',
    capture(box) {
      box.write({
        'tide.js': `const test = require('tape')\n${lines(50, (n) => `test('tide ${n}', (t) => { t.plan(2); t.equal(${n} % 12, ${n === 29 ? 6 : n % 12}, 'hour'); t.ok(true, 'height is known') })`)}\n`,
      })
      return box.shell(
        'NODE_PATH=$(dirname $(dirname $(readlink -f $(command -v tape))))/.. node tide.js',
      )
    },
  },
  {
    id: 'esbuild',
    capture(box) {
      box.write({
        ...Object.fromEntries(
          Array.from({ length: 25 }, (_, at) => [
            `src/page-${at + 1}.jsx`,
            `const a = { k: 1, k: ${at} }\nif (a.k == -0) console.log(typeof a === 'strng')\nexport default () => <p>{a.k}</p>\n`,
          ]),
        ),
        'src/broken.jsx': 'export default () => <p>half</div>\n',
        'src/main.js': `${lines(25, (n) => `import p${n} from './page-${n}.jsx'; console.log(p${n})`)}\nimport b from './broken.jsx'; console.log(b)\n`,
      })
      return box.shell('esbuild src/main.js --bundle --outfile=out.js --log-limit=0')
    },
  },
  {
    id: 'stylelint',
    capture(box) {
      box.write({
        '.stylelintrc.json':
          '{"rules":{"color-no-invalid-hex":true,"block-no-empty":true,"length-zero-no-unit":true,"selector-class-pattern":"^[a-z-]+$","no-duplicate-selectors":true,"property-no-unknown":true}}',
        ...Object.fromEntries(
          Array.from({ length: 16 }, (_, at) => [
            `css/part-${at + 1}.css`,
            `.Card${at} { margin: 0px; }\n.empty-one {}\n.empty-one { color: #${at === 9 ? 'ggg' : 'fff'}; ${at === 12 ? 'colr: red;' : ''} }\n`,
          ]),
        ),
      })
      return box.shell('stylelint "css/*.css"')
    },
  },
  {
    id: 'markdownlint',
    capture(box) {
      box.write(
        Object.fromEntries(
          Array.from({ length: 20 }, (_, at) => [
            `docs/page-${at + 1}.md`,
            `# Page ${at + 1}\n## Part\ntext with trailing space \n* one\n- two\n${at === 13 ? '![](map.png)\n' : ''}${at === 4 ? '[broken](#nowhere)\n' : ''}`,
          ]),
        ),
      )
      return box.shell('markdownlint docs')
    },
  },
  {
    id: 'madge',
    capture(box) {
      box.write(
        Object.fromEntries(
          Array.from({ length: 24 }, (_, at) => [
            `src/m${at + 1}.js`,
            `${at < 23 ? `require('./m${at + 2}')` : "require('./m20')"}\nrequire('./shared')\n`,
          ]).concat([['src/shared.js', 'module.exports = 1\n']]),
        ),
      )
      return box.shell('madge src; madge --circular src')
    },
  },
  {
    id: 'oxlint',
    capture(box) {
      box.write(
        Object.fromEntries(
          Array.from({ length: 14 }, (_, at) => [
            `src/boat-${at + 1}.js`,
            `const unused${at} = 1\nif (a = ${at}) { debugger }\n${at === 8 ? 'const fixed = 1; fixed = 2\n' : ''}export const ok${at} = () => {}\n`,
          ]),
        ),
      )
      return box.shell('oxlint src')
    },
  },
  {
    id: 'cspell',
    capture(box) {
      box.write(
        Object.fromEntries(
          Array.from({ length: 20 }, (_, at) => [
            `text/letter-${at + 1}.md`,
            `Dear reader ${at + 1},\nwe recieved your letter about zorbit nine.\n${at === 6 ? 'The pasword is on the back.\n' : ''}Yours\n`,
          ]),
        ),
      )
      return box.shell('cspell --no-progress "text/*.md"')
    },
  },
  {
    id: 'gnu-make',
    capture(box) {
      box.write({
        Makefile: `all: ${Array.from({ length: 40 }, (_, at) => `card-${at + 1}.o`).join(' ')} game\n%.o: %.c\n\tgcc -c -o $@ $<\ngame: card-1.o rules.o\n\tgcc -o $@ $^\n`,
        ...Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [
            `card-${at + 1}.c`,
            `int card_${at}(void) { return ${at}; }\n`,
          ]),
        ),
      })
      return box.shell('make')
    },
  },
  {
    id: 'nm',
    capture(box) {
      box.write({
        'depot.c': `${lines(60, (n) => `int shelf_${n}(void) { return ${n}; }`)}\nint weigh(int); int count(void) { return weigh(3) + shelf_1(); }\nstatic int hidden = 4; int total;\nint open_door(void) { return hidden + total; }\n`,
      })
      return box.shell('gcc -c depot.c && nm depot.o')
    },
  },
  {
    id: 'object-sizes',
    capture(box) {
      box.write(
        Object.fromEntries(
          Array.from({ length: 30 }, (_, at) => [
            `part${at + 1}.c`,
            `char table_${at}[${at === 17 ? 700_000 : 100 + at * 7}] = {1};\nint part_${at}(void) { return table_${at}[0]; }\n`,
          ]),
        ),
      )
      return box.shell('gcc -c part*.c && size part*.o')
    },
  },
  {
    id: 'gcov',
    capture(box) {
      box.write({
        'fare.c': `#include <stdio.h>\nint fare(int age) {\n  if (age < 4)\n    return 0;\n  if (age > 120) {\n    puts("not an age");\n    return -1;\n  }\n${lines(40, (n) => `  age += ${n};`)}\n  return age;\n}\nint main(void) { printf("%d\\n", fare(30) + fare(2)); return 0; }\n`,
      })
      return box.shell(
        'gcc --coverage -o fare fare.c && ./fare && gcov -t fare-fare.c 2>/dev/null || gcov -t fare.c',
      )
    },
  },
  {
    id: 'readelf',
    capture(box) {
      box.write({ 'm.c': 'int main(void) { return 0; }\n' })
      return box.shell('gcc -o m m.c -z execstack -Wl,-rpath,/opt/old/lib && readelf -hld m')
    },
  },
  {
    id: 'gpg-keys',
    capture: (box) =>
      box.shell(
        `export GNUPGHOME=$PWD/keys; mkdir -m 700 keys; for n in $(seq 1 14); do gpg --batch --quiet --faked-system-time 20240101T000000 --passphrase '' --quick-gen-key "Reader $n <reader-$n@example.org>" ed25519 sign $([ $n = 9 ] && echo 1y || echo 10y); done; gpg --list-keys 2>&1; gpgconf --kill gpg-agent`,
      ),
  },
  {
    id: 'openssl-ciphers',
    capture: (box) => box.shell("openssl ciphers -v 'ALL:eNULL:@SECLEVEL=0'"),
  },
  {
    id: 'query-plan',
    capture(box) {
      box.write({
        'q.sql': `create table loans(id integer primary key, reader int, book int, day text);\ncreate table readers(id integer primary key, town text);\ncreate table books(id integer primary key, title text);\ncreate index loans_reader on loans(reader);\n.eqp on\n${lines(12, (n) => `select * from loans where reader = ${n};`)}\nselect * from loans join books on books.id = loans.book where loans.day > '2026';\nselect town, count(*) from readers group by town;\n`,
      })
      return box.shell('sqlite3 :memory: < q.sql')
    },
  },
  {
    id: 'git-fsck',
    capture: (box) =>
      box.shell(
        `git init -q -b main . && for n in $(seq 1 30); do echo $n > page-$n; git add .; git commit -qm "page $n"; done; for n in 3 9; do git checkout -q -b draft-$n; echo draft >> page-$n; git commit -qam "draft of page $n"; git checkout -q main; git branch -qD draft-$n; done; echo note | git hash-object -w --stdin > /dev/null; rm .git/objects/$(git rev-parse HEAD~4:page-2 | sed 's/^../&\\//'); git fsck --full --no-reflogs --verbose`,
      ),
  },
  {
    id: 'tar-manual',
    capture: (box) => box.shell('tar --help'),
  },
  {
    id: 'perl-warnings',
    capture(box) {
      box.write({
        'bill.pl': `use warnings;\nmy %p = map { $_ => $_ * 3 } 1..60;\nfor my $n (1..60) {\n  print "item $n costs $p{$n}\\n";\n  print "rebate " . ($n == 44 ? undef : 1) . "\\n";\n}\nmy @a = (1); print "last " . $a[3] . "\\n";\nprint "sum " . ("12 eggs" + 1) . "\\n";\n`,
      })
      return box.shell('perl bill.pl')
    },
  },
  {
    id: 'clippy',
    capture(box) {
      box.write({
        'Cargo.toml': '[package]\nname = "mill"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/main.rs': `${lines(10, (n) => `fn grain_${n}(v: &Vec<i32>) -> i32 { return v.len() as i32; }`)}\nfn same(a: f64, b: f64) -> bool { a - a == b }\nfn main() {\n${lines(10, (n) => `    println!("{}", grain_${n}(&vec![${n}]));`)}\n    println!("{}", same(1.0, 2.0));\n}\n`,
      })
      return box.shell('cargo clippy --offline')
    },
  },
]
