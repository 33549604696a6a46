import { lines, type Scenario } from '../scenario.ts'
import { history } from './git.ts'

/** Networks, disks, archives, certificates and work trees that nothing was chosen on. */
export const heldOutMachines: readonly Scenario[] = [
  {
    id: 'ss',
    capture(box) {
      box.write({
        'listen.py':
          'import socket, time\nkept = []\nfor port in range(7000, 7040):\n    one = socket.socket(); one.bind(("0.0.0.0" if port == 7023 else "127.0.0.1", port)); one.listen(); kept.append(one)\ntime.sleep(2)\n',
      })
      return box.shell(
        `unshare -rn sh -c 'ip link set lo up; /usr/bin/python3 listen.py & sleep 1; ss -tln; wait'`,
      )
    },
  },
  {
    id: 'df',
    capture: (box) =>
      box.shell(
        `unshare -rm sh -c 'for n in $(seq 1 30); do mkdir -p /srv/vol-$n; mount -t tmpfs -o size=40m vol-$n /srv/vol-$n; head -c $((n * 300000 + (n == 18 ? 32000000 : 0))) /dev/zero > /srv/vol-$n/data; done; df -h /srv/vol-*'; rmdir /srv/vol-* 2>/dev/null`,
      ),
  },
  {
    id: 'tar-list',
    capture: (box) =>
      box.shell(
        `mkdir -p site/img site/conf; for n in $(seq 1 140); do echo $n > site/img/photo-$n.jpg; done; echo a > site/conf/mail.ini; echo b > site/conf/db.ini; chmod 644 site/img/* site/conf/*; chmod 666 site/conf/db.ini
tar --sort=name --owner=web:33 --group=web:33 --mtime="2026-03-01 10:00" -cf site.tar site; tar tvf site.tar`,
      ),
  },
  {
    id: 'ldd',
    capture(box) {
      box.write({ 'main.c': 'int pay(void); int main(void) { return pay(); }\n' })
      return box.shell(
        `echo 'int pay(void) { return 0; }' | gcc -shared -fPIC -x c -Wl,-soname,libpayments.so.3 -o libpayments.so - && gcc -o till main.c -L. -lpayments && rm libpayments.so
for f in /usr/bin/git /usr/bin/psql /usr/bin/gdb ./till /usr/bin/curl; do echo "$f:"; ldd $f; done`,
      )
    },
  },
  {
    id: 'sha256sum',
    capture: (box) =>
      box.shell(
        `mkdir disc; for n in $(seq 1 180); do echo track $n > disc/track-$n.flac; done; sha256sum disc/* > sums; echo noise >> disc/track-52.flac; rm disc/track-131.flac; sha256sum -c sums`,
      ),
  },
  {
    id: 'curl-verbose',
    capture(box) {
      box.write({
        'serve.py':
          'from http.server import BaseHTTPRequestHandler, HTTPServer\nclass Shop(BaseHTTPRequestHandler):\n    def do_GET(self):\n        step = int(self.path.rsplit("/", 1)[1])\n        self.send_response(403 if step == 9 else 302)\n        for name in ("Cache-Control", "Vary", "X-Frame-Options", "X-Request-Id", "Content-Language"): self.send_header(name, f"value-{step}")\n        if step < 9: self.send_header("Location", f"/step/{step + 1}")\n        else: self.send_header("X-Refused-Because", "country")\n        self.send_header("Content-Length", "0"); self.end_headers()\n    def log_message(self, *words): pass\nHTTPServer(("127.0.0.1", 18474), Shop).serve_forever()\n',
      })
      return box.shell(
        'python3 serve.py & server=$!; sleep 1; curl -sS -v -L http://127.0.0.1:18474/step/1; kill $server; wait $server 2>/dev/null',
      )
    },
  },
  {
    id: 'x509',
    capture: (box) =>
      box.shell(
        `openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 90 -subj "/O=Example/CN=mail.example.org" -addext "subjectAltName=DNS:mail.example.org,DNS:imap.example.org" 2>/dev/null; openssl x509 -in cert.pem -noout -text`,
      ),
  },
  {
    id: 's-client',
    capture: (box) =>
      box.shell(
        `openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 30 -subj "/CN=mail.example.org" 2>/dev/null
openssl s_server -quiet -accept 18475 -cert cert.pem -key key.pem > /dev/null 2>&1 & server=$!; sleep 1
openssl s_client -connect 127.0.0.1:18475 -showcerts < /dev/null; kill $server; wait $server 2>/dev/null`,
      ),
  },
  {
    id: 'apt-remove',
    capture: (box) => box.shell('apt-get -s remove perl-base --allow-remove-essential | head -400'),
  },
  {
    id: 'lsof',
    capture(box) {
      box.write({
        'hold.py':
          'import os, time\nkept = [open(f"page-{n}.log", "w") for n in range(1, 91)]\nos.unlink("page-64.log")\nfor one in kept: one.write("x" * 4000); one.flush()\ntime.sleep(3)\n',
      })
      return box.shell('/usr/bin/python3 hold.py & holder=$!; sleep 1; lsof -p $holder; wait')
    },
  },
  {
    id: 'diff-folders',
    capture(box) {
      for (const side of ['before', 'after'])
        box.write(
          Object.fromEntries(
            Array.from({ length: 60 }, (_, at) => [
              `${side}/menu-${at + 1}.txt`,
              `soup ${at % 3 === 0 ? side : 'same'}\nbread\n`,
            ]),
          ),
        )
      box.write({ 'after/debug.dump': 'x\n', 'before/allergies.txt': 'nuts\n' })
      return box.shell('diff -r before after')
    },
  },
  {
    id: 'ripgrep',
    capture(box) {
      box.write(
        Object.fromEntries(
          Array.from({ length: 50 }, (_, at) => [
            `src/tram-${at + 1}.ts`,
            `import { speed } from './speed.ts'\n${at === 30 ? 'export const speed = 70\n' : ''}console.log(speed * ${at})\nif (speed > 3) console.log('fast')\n`,
          ]),
        ),
      )
      return box.shell('rg --sort path --heading -n speed src')
    },
  },
  {
    id: 'xml-feed',
    capture(box) {
      box.write({
        'books.xml': `<library>${lines(90, (number) => `<book id="b${number}"><title>Volume ${number}</title><language>${number === 61 ? 'Breton' : 'English'}</language><copies>${(number % 4) + 1}</copies></book>`)}</library>`,
      })
      return box.shell('xmllint --format books.xml')
    },
  },
  {
    id: 'git-status',
    async capture(box) {
      const write = (word: string): void =>
        box.write(
          Object.fromEntries(
            Array.from({ length: 50 }, (_, at) => [`pages/page-${at + 1}.md`, `${word} ${at}\n`]),
          ),
        )
      write('start')
      await box.shell(
        'git init -q -b main && git add . && git commit -q -m start && git branch side',
      )
      write('main')
      await box.shell('git commit -qam main && git checkout -q side')
      box.write({ 'pages/page-14.md': 'side\n', 'pages/page-37.md': 'side\n' })
      await box.shell('git commit -qam side && git merge main')
      box.write(
        Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [`drafts-${at + 1}.tmp`, `draft ${at}\n`]),
        ),
      )
      return box.shell('git status')
    },
  },
  {
    id: 'git-branches',
    async capture(box) {
      await history(box, 3, {})
      return box.shell(
        `git clone -q --bare . far.git && git remote add origin far.git && git fetch -q
for n in $(seq 1 70); do git branch -q topic-$n; done; git push -q origin --all; for n in $(seq 1 70); do git branch -q -u origin/topic-$n topic-$n; done
git push -q origin --delete topic-29 topic-58; git fetch -q --prune; git branch -vv`,
      )
    },
  },
  {
    id: 'git-reflog',
    async capture(box) {
      await history(box, 80, {})
      return box.shell(
        'for n in $(seq 1 25); do git checkout -q -b try-$n; git checkout -q main; done; git reset -q --hard HEAD~6; for n in $(seq 26 60); do git checkout -q -b try-$n; git checkout -q main; done; git reflog',
      )
    },
  },
  {
    id: 'npm-pack',
    capture(box) {
      box.write({
        'package.json': '{"name": "tram-times", "version": "2.0.1"}',
        'keys/deploy.pem': 'not a real key\n',
        ...Object.fromEntries(
          Array.from({ length: 90 }, (_, at) => [
            `lib/stop-${at + 1}.js`,
            `module.exports = ${at}\n`,
          ]),
        ),
      })
      return box.shell('npm pack --dry-run 2>&1 | sed "/Unknown user config/d"')
    },
  },
  {
    id: 'npm-outdated',
    async capture(box) {
      box.write({
        'tram-times/package.json': JSON.stringify({
          name: 'tram-times',
          version: '2.0.1',
          dependencies: oldVersions,
        }),
      })
      await box.shell('cd tram-times && npm install --no-audit --no-fund --ignore-scripts')
      return box.shell('cd tram-times && npm outdated 2>&1 | sed "/Unknown user config/d"')
    },
  },
  {
    id: 'curl-help',
    capture: (box) => box.shell('curl --help all'),
  },
]

const oldVersions = {
  chalk: '4.1.2',
  commander: '9.0.0',
  debug: '4.3.4',
  dotenv: '15.0.0',
  execa: '5.1.1',
  express: '4.18.2',
  glob: '8.0.3',
  ini: '3.0.0',
  'lru-cache': '7.14.0',
  mime: '2.6.0',
  minimatch: '5.1.0',
  ms: '2.1.2',
  nanoid: '3.3.4',
  'p-limit': '3.1.0',
  picocolors: '1.0.0',
  rimraf: '3.0.2',
  semver: '7.3.8',
  uuid: '8.3.2',
  which: '2.0.2',
  ws: '8.13.0',
  yaml: '1.10.2',
  zod: '3.21.4',
}
