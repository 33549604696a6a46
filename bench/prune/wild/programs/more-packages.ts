import { lines, type Scenario, times } from '../scenario.ts'

/** Files by name, from `make(1)` on. */
function files(count: number, make: (number: number) => readonly [string, string]) {
  return Object.fromEntries(times(count, make))
}

/** Programs of Debian, held out until somebody looked. */
export const morePackages: readonly Scenario[] = [
  {
    id: 'rubocop',
    capture(box) {
      box.write(
        files(16, (n) => [
          `lib/coach_${n}.rb`,
          `class Coach${n}\n  def seats()\n    x = "${n}"\n    ${n === 9 ? 'eval(gets)' : 'x'}\n  end\nend\n`,
        ]),
      )
      return box.shell('rubocop --cache false lib')
    },
  },
  {
    id: 'php-lint',
    capture(box) {
      box.write(
        files(60, (n) => [`page${n}.php`, n === 33 ? '<?php echo 1 +;\n' : '<?php echo 1;\n']),
      )
      return box.shell('for f in $(ls page*.php); do php -l $f; done')
    },
  },
  {
    id: 'luacheck',
    capture(box) {
      box.write(
        files(18, (n) => [
          `map/tile_${n}.lua`,
          `local a = ${n}\nlocal b = 2\nprint(${n === 12 ? 'undefined_height' : 'b'})\n${n === 5 ? 'if b then\n' : ''}`,
        ]),
      )
      return box.shell('luacheck --no-color map')
    },
  },
  {
    id: 'hg-log',
    capture: (box) =>
      box.shell(
        `export HGPLAIN=1 HGUSER='dev <dev@example.org>'; hg init .; for n in $(seq 1 40); do echo $n > song-$n; hg add -q song-$n; hg commit -q -d "$((1700000000 + n * 86400)) 0" -m "$([ $n = 23 ] && echo 'Take the second voice out of the choir' || echo "Write down song $n")"; done; hg log`,
      ),
  },
  {
    id: 'xmllint',
    capture(box) {
      box.write({
        'menu.dtd':
          '<!ELEMENT menu (dish+)>\n<!ELEMENT dish (name,price)>\n<!ELEMENT name (#PCDATA)>\n<!ELEMENT price (#PCDATA)>\n',
        'menu.xml': `<?xml version="1.0"?>\n<menu>\n${lines(40, (n) => (n === 31 ? `<dish><price>1</price></dish>` : `<dish><name>n${n}</name><price>${n}</price>${n % 4 === 0 ? '<spice/>' : ''}</dish>`))}\n</menu>\n`,
      })
      return box.shell('xmllint --noout --dtdvalid menu.dtd menu.xml')
    },
  },
  {
    id: 'tidy',
    capture(box) {
      box.write({
        'page.html': `<!DOCTYPE html><html><head></head><body>\n${lines(40, (n) => `<p align=left>room ${n}<br></p>`)}\n<a href="x">open\n<div id="one"></div><div id="one"></div>\n</body></html>\n`,
      })
      return box.shell('tidy -e -q page.html')
    },
  },
  {
    id: 'meson',
    capture(box) {
      box.write({
        'meson.build': `project('kiln', 'c')\n${lines(20, (n) => `message('glaze ${n}')`)}\ncc = meson.get_compiler('c')\n${lines(6, (n) => `cc.has_function('puts${n === 3 ? '' : n}')`)}\nclay = dependency('clay-and-water', version: '>=2')\nexecutable('kiln', 'kiln.c', dependencies: clay)\n`,
        'kiln.c': 'int main(void) { return 0; }\n',
      })
      return box.shell('meson setup build')
    },
  },
  {
    id: 'getfacl',
    capture: (box) =>
      box.shell(
        `mkdir shared; for n in $(seq 1 20); do echo $n > shared/report-$n; chmod 640 shared/report-$n; done; chmod 646 shared/report-13; getfacl -R shared`,
      ),
  },
  {
    id: 'clang-tidy',
    capture(box) {
      box.write({
        'pump.cpp': `#include <string>\n#include <vector>\n${lines(20, (n) => `int level_${n}(int* p) { if (p == 0) return 0; return *p; }`)}\nstd::string name(std::vector<int> v) { std::string s; std::string t = std::move(s); return s + t; }\nint half(int n) { int* q = 0; return n > 3 ? *q : n; }\n`,
      })
      return box.shell(
        "clang-tidy pump.cpp --checks='modernize-use-nullptr,bugprone-*,clang-analyzer-*' -- -std=c++17",
      )
    },
  },
  {
    id: 'codespell',
    capture(box) {
      box.write(
        files(30, (n) => [
          `notes/day-${n}.txt`,
          `We recieve teh letters.\n${n === 18 ? 'The bridge is seperate from the dyke.\n' : ''}`,
        ]),
      )
      return box.shell('codespell notes')
    },
  },
  {
    id: 'restic-snapshots',
    capture: (box) =>
      box.shell(
        `export RESTIC_PASSWORD=x RESTIC_REPOSITORY=$PWD/safe RESTIC_CACHE_DIR=$PWD/cache; restic init -q; mkdir data; for n in $(seq 1 12); do echo $n >> data/f; restic backup -q --host $([ $n = 8 ] && echo attic || echo cellar) --time "2026-0$(((n + 2) / 3))-1$((n % 9)) 03:00:00" $([ $n = 5 ] && echo --tag before-move) data; done; restic snapshots`,
      ),
  },
  {
    id: 'dumpe2fs',
    capture: (box) =>
      box.shell(
        `truncate -s 20M disk.img; mke2fs -q -t ext4 -L cellar -m 9 disk.img; tune2fs -c 30 disk.img > /dev/null; dumpe2fs disk.img`,
      ),
  },
  {
    id: 'seven-zip',
    capture: (box) =>
      box.shell(
        `mkdir film; for n in $(seq 1 50); do head -c $((n * 100 + (n == 27 ? 900000 : 0))) /dev/zero > film/reel-$n; done; TZ=UTC touch -d '2026-02-03 04:05:06' film/*; 7z a -bd film.7z film > /dev/null; 7z l film.7z`,
      ),
  },
  {
    id: 'logrotate-debug',
    capture(box) {
      box.write({
        'rotate.conf': `${lines(20, (n) => `APP/log-${n}.log {\n  ${n === 6 ? 'size 10\n' : 'weekly\n'}  rotate 4\n}`)}\nAPP/absent.log {\n  daily\n}\n`,
      })
      return box.shell(
        `sed -i "s#APP#$PWD#" rotate.conf; for n in $(seq 1 20); do echo a long line of log > log-$n.log; done; chmod 644 rotate.conf; logrotate -d -s state rotate.conf`,
      )
    },
  },
  {
    id: 'cloc',
    capture(box) {
      box.write({
        ...files(12, (n) => [`src/a${n}.py`, `${lines(n * 3, () => 'x = 1')}\n# note\n`]),
        ...files(5, (n) => [`src/b${n}.rb`, `${lines(40, () => 'x = 1')}\n`]),
        ...files(3, (n) => [`src/c${n}.sh`, lines(5, () => '# only words')]),
        'src/d.pl': lines(600, () => '$x = 1;'),
      })
      return box.shell('cloc --by-file --quiet src | cut -c1-100')
    },
  },
  {
    id: 'nmap-localhost',
    capture: (box) =>
      box.shell(
        `unshare -rn sh -c 'ip link set lo up; for p in 2121 2525 8081 9090; do python3 -m http.server $p --bind 127.0.0.1 >/dev/null 2>&1 & done; sleep 1; nmap -v -n -Pn -sT -p 2000-2600,8000-9100 127.0.0.1; kill $(jobs -p)'`,
      ),
  },
  {
    id: 'nginx-test',
    capture(box) {
      box.write({
        'nginx.conf': `pid nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${lines(30, (n) => `  server { listen 127.0.0.1:${8100 + (n === 21 ? 3 : n)}; server_name shop-${n === 21 ? 3 : n}.example.org; location / { return 200; } }`)}\n}\n`,
      })
      return box.shell('PATH=$PATH:/usr/sbin nginx -p $PWD/ -c nginx.conf -T')
    },
  },
  {
    id: 'apache-bench',
    capture: (box) =>
      box.shell(
        `python3 -m http.server 18499 --bind 127.0.0.1 > /dev/null 2>&1 & sleep 1; ab -n 300 -c 4 http://127.0.0.1:18499/none; kill %1`,
      ),
  },
  {
    id: 'mariadb-explain',
    capture: (box) =>
      box.shell(
        `mariadb-install-db --user=$(id -un) --auth-root-authentication-method=normal --datadir=$PWD/db > /dev/null 2>&1; mariadbd --no-defaults --user=$(id -un) --datadir=$PWD/db --socket=$PWD/m.sock --skip-networking --pid-file=$PWD/m.pid > /dev/null 2>&1 & for n in $(seq 1 30); do mariadb-admin --socket=m.sock ping > /dev/null 2>&1 && break; sleep 0.3; done
mariadb --socket=m.sock -uroot -e "create database kite; use kite; create table sails (id int primary key, colour varchar(9), area int); $(for n in $(seq 1 60); do echo "insert into sails values ($n, 'c$((n % 7))', $((n * 3 % 41)));"; done) show variables like 'innodb_%'; explain select * from sails where colour = 'c3'"; mariadb-admin --socket=m.sock -uroot shutdown`,
      ),
  },
]
