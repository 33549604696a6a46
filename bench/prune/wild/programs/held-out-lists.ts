import { lines, type Scenario, times } from '../scenario.ts'

function files(count: number, make: (number: number) => readonly [string, string]) {
  return Object.fromEntries(times(count, make))
}

/** Programs that list what is there; nothing was chosen on them. */
export const heldOutLists: readonly Scenario[] = [
  {
    id: 'importtime',
    capture(box) {
      box.write({
        'slow_maps.py': 'import time\ntime.sleep(0.2)\n',
        'trip.py': 'import json, decimal, slow_maps, argparse, csv\n',
      })
      return box.shell('python3 -X importtime trip.py')
    },
  },
  {
    id: 'javap',
    capture(box) {
      box.write({
        'Mill.java': `public class Mill {\n${lines(12, (n) => `  int grind${n}(int grain) { return grain * ${n} + ${n === 8 ? 'Integer.parseInt(System.getenv("STONES"))' : n}; }`)}\n}\n`,
      })
      return box.shell('javac Mill.java && javap -c -p Mill')
    },
  },
  {
    id: 'java-settings',
    capture: (box) => box.shell('java -Xmx321m -XshowSettings:all -version'),
  },
  {
    id: 'jdeps',
    capture(box) {
      box.write(
        files(12, (n) => [
          `loom/Loom${n}.java`,
          `package loom;\npublic class Loom${n} { ${n === 9 ? 'java.sql.Connection c;' : ''} java.util.List<String> l = new java.util.ArrayList<>(); }\n`,
        ]),
      )
      return box.shell('javac -d out loom/*.java && jdeps -verbose:class out')
    },
  },
  {
    id: 'cargo-tree',
    capture(box) {
      const crates = [
        'pond',
        'reed',
        'frog',
        'heron',
        'moss',
        'newt',
        'carp',
        'lily',
        'toad',
        'gnat',
      ]
      box.write({
        'Cargo.toml': `[workspace]\nmembers = [${crates.map((one) => `"${one}"`).join(', ')}]\nresolver = "2"\n`,
        ...Object.fromEntries(
          crates.flatMap((one, at) => [
            [
              `${one}/Cargo.toml`,
              `[package]\nname = "${one}"\nversion = "0.${at}.1"\nedition = "2021"\n[dependencies]\n${crates
                .slice(at + 1)
                .filter((_, step) => step % 2 === at % 2)
                .map((other) => `${other} = { path = "../${other}" }`)
                .join('\n')}\n`,
            ],
            [`${one}/src/lib.rs`, ''],
          ]),
        ),
      })
      return box.shell('cargo tree --offline --workspace')
    },
  },
  { id: 'getconf', capture: (box) => box.shell('getconf -a') },
  { id: 'sysctl', capture: (box) => box.shell('sysctl -a 2>/dev/null | grep -v hostname') },
  { id: 'npm-config', capture: (box) => box.shell('npm config ls -l --userconfig=/dev/null') },
  {
    id: 'wget-spider',
    capture(box) {
      box.write({
        'index.html': times(12, (n) => `<a href="stop${n}.html">${n}</a>`).join('\n'),
        ...files(12, (n) => [
          n === 8 ? 'stop0.html' : `stop${n}.html`,
          `<p>stop ${n}</p><a href="index.html">back</a>`,
        ]),
      })
      return box.shell(
        'python3 -m http.server 8765 --bind 127.0.0.1 >/dev/null 2>&1 & P=$!; for i in $(seq 50); do wget -q -O /dev/null http://127.0.0.1:8765/ && break; done; wget --spider -r -nd -nv http://127.0.0.1:8765/; wget --spider -r -nd http://127.0.0.1:8765/ 2>&1 | tail -60; kill $P',
      )
    },
  },
  {
    id: 'fsck',
    capture: (box) =>
      box.shell(
        `truncate -s 8M disk.img; mkfs.ext4 -q -F disk.img; mkdir d; for n in $(seq 30); do echo $n > d/note$n; done; debugfs -w -R 'mkdir log' disk.img 2>/dev/null; for n in $(seq 30); do debugfs -w -R "write d/note$n note$n" disk.img >/dev/null 2>&1; done; debugfs -w -R 'set_inode_field note12 links_count 7' disk.img 2>/dev/null; debugfs -w -R 'clri note20' disk.img 2>/dev/null; fsck.ext4 -n -f -v disk.img`,
      ),
  },
  {
    id: 'parted',
    capture: (box) =>
      box.shell(
        `truncate -s 900M disk.img; parted -s disk.img mklabel gpt mkpart boot fat32 1MiB 100MiB mkpart root ext4 100MiB 600MiB mkpart swap linux-swap 600MiB 700MiB set 1 esp on; parted -s disk.img unit MiB print free`,
      ),
  },
  {
    id: 'borg',
    capture: (box) =>
      box.shell(
        `export BORG_BASE_DIR=$PWD BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK=yes; borg init -e none repo; mkdir w; for n in $(seq 25); do echo $n > w/page$n; borg create --timestamp 2026-03-$(printf %02d $n)T04:00:00 repo::nightly-$(printf %02d $n) w; done; echo x > w/secret; rm w/page3; borg create --timestamp 2026-04-01T12:00:00 --comment 'before the upgrade' repo::by-hand w; borg list repo; borg diff repo::nightly-25 by-hand; borg info repo::by-hand`,
      ),
  },
  {
    id: 'memcached-stats',
    capture: (box) =>
      box.shell(
        `memcached -u root -p 18211 -l 127.0.0.1 -m 8 & P=$!; exec 3<>/dev/tcp/127.0.0.1/18211 || { sleep 1; exec 3<>/dev/tcp/127.0.0.1/18211; }; for n in $(seq 40); do printf 'set k%d 0 0 5\\r\\nhello\\r\\n' $n >&3; done; printf 'get k1\\r\\nget nothing\\r\\nstats\\r\\nquit\\r\\n' >&3; cat <&3; kill $P`,
      ),
  },
  {
    id: 'zip-list',
    capture(box) {
      box.write(files(50, (n) => [`box/leaf${n}.txt`, 'a'.repeat(n === 33 ? 90_000 : n * 3)]))
      return box.shell(
        'touch -d 2024-02-03 box/*; touch -d 2019-06-07 box/leaf12.txt; zip -q -r b.zip box; zip -q -P pw b.zip box/leaf40.txt; unzip -v b.zip; zipinfo b.zip',
      )
    },
  },
  {
    id: 'webpack',
    capture(box) {
      box.write({
        ...files(14, (n) => [
          `src/gear${n}.js`,
          n === 10 ? "import './missing-cog'\nexport default 1\n" : 'export default 1\n',
        ]),
        'src/index.js': lines(14, (n) => `import g${n} from './gear${n}'; console.log(g${n})`),
      })
      return box.shell('webpack --mode production --stats verbose')
    },
  },
  {
    id: 'tree',
    capture(box) {
      box.write({
        ...files(40, (n) => [`site/part${n % 6}/page${n}.html`, 'x'.repeat(n)]),
        'site/part3/.env.production': 'KEY=1\n',
      })
      return box.shell('tree -a -s site')
    },
  },
]
