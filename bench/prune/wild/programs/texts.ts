import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lines, type Scenario } from '../scenario.ts'
import { history } from './git.ts'

/** More tables, records, guides and logs. */
export const texts: readonly Scenario[] = [
  {
    id: 'git-oneline',
    async capture(box) {
      await history(box, 260, { 171: 'Add the login page for organisers' })
      return box.shell('git log --oneline')
    },
  },
  {
    id: 'git-stat',
    async capture(box) {
      const write = (count: (part: number) => number): void =>
        box.write(
          Object.fromEntries(
            Array.from({ length: 70 }, (_, at) => [
              `src/part-${at + 1}.txt`,
              `${lines(count(at + 1), (number) => `line ${number} of ${count(at + 1)}`)}\n`,
            ]),
          ),
        )
      write(() => 3)
      await box.shell('git init -q -b main && git add . && git commit -q -m start')
      write((part) => (part === 44 ? 2400 : 5))
      return box.shell('git diff --stat')
    },
  },
  {
    id: 'diff-config',
    async capture(box) {
      const file = (timeout: number, colour: string): string =>
        `${lines(90, (number) => `option_${number} = ${number % 7 === 0 ? colour : 'same'}`)}\nidle_timeout = ${timeout}\n${lines(60, (number) => `limit_${number} = ${number % 9 === 0 ? colour : 'same'}`)}\n`
      box.write({ 'old.ini': file(30, 'red'), 'new.ini': file(5, 'blue') })
      return box.shell('diff -u --label old.ini --label new.ini old.ini new.ini')
    },
  },
  {
    id: 'sqlite-markdown',
    capture: (box) => {
      box.write({ 'hosts.sql': hosts() })
      return box.shell('sqlite3 -markdown :memory: ".read hosts.sql" "select * from hosts"')
    },
  },
  {
    id: 'sqlite-columns',
    capture: (box) => {
      box.write({ 'hosts.sql': hosts() })
      return box.shell('sqlite3 -column -header :memory: ".read hosts.sql" "select * from hosts"')
    },
  },
  {
    id: 'tsv',
    capture: (box) => {
      box.write({ 'hosts.sql': hosts() })
      return box.shell('sqlite3 -tabs -header :memory: ".read hosts.sql" "select * from hosts"')
    },
  },
  {
    id: 'csv-readings',
    capture: (box) => {
      box.write({
        'readings.sql': `create table readings (sensor text, minute integer, celsius real);\n${lines(500, (number) => `insert into readings values ('s${number % 12}', ${number}, ${number === 333 ? 97.5 : 20 + (number % 5) / 10});`)}\n`,
      })
      return box.shell(
        'sqlite3 -csv -header :memory: ".read readings.sql" "select * from readings"',
      )
    },
  },
  {
    id: 'du',
    async capture(box) {
      await box.shell(
        'for n in $(seq 120); do mkdir -p cache/part-$n; head -c 3000 /dev/zero > cache/part-$n/data; done; mkdir logs; head -c 40000000 /dev/zero > logs/debug.log',
      )
      return box.shell('du -k cache logs | sed "s/^/ /"')
    },
  },
  {
    id: 'terraform-json',
    async capture(box) {
      box.write({
        'main.tf': lines(
          40,
          (number) =>
            `resource "terraform_data" "hall_${number}" {\n  input = { seats = ${number === 27 ? 912 : 100 + number}, name = "hall ${number}" }\n}`,
        ),
      })
      await box.shell('terraform init && terraform apply -auto-approve')
      return box.shell('terraform show -json 2>/dev/null | jq .')
    },
  },
  {
    id: 'json-line-halls',
    async capture(box) {
      box.write({
        'main.tf': lines(
          60,
          (number) =>
            `resource "terraform_data" "hall_${number}" {\n  input = { seats = ${number === 41 ? 777 : 100 + number}, name = "hall ${number}" }\n}`,
        ),
      })
      await box.shell('terraform init && terraform apply -auto-approve')
      return box.shell('terraform show -json 2>/dev/null')
    },
  },
  {
    id: 'inventory-yaml',
    capture(box) {
      box.write({
        hosts: `[web]\n${lines(60, (number) => `web-${number}.example.org ansible_port=${number === 38 ? 2222 : 22} region=${number % 2 === 0 ? 'north' : 'south'}`)}\n`,
      })
      return box.shell('ansible-inventory -i hosts --list --yaml')
    },
  },
  { id: 'guide-store', capture: () => guide('store') },
  { id: 'guide-team', capture: () => guide('team') },
  { id: 'guide-deploy', capture: () => guide('deploy') },
  {
    id: 'node-trace',
    capture(box) {
      box.write({
        'serve.js': `for (let n = 1; n <= 260; n++) console.log('sent mail ' + n + ' to list ' + n % 7)\nfunction open(path) { return JSON.parse(require('node:fs').readFileSync(path, 'utf8')) }\nfunction settings() { try { return open('settings.json') } catch (cause) { throw new Error('the settings cannot be read', { cause }) } }\nsettings()\n`,
      })
      return box.shell('node serve.js')
    },
  },
  {
    id: 'python-chain',
    capture(box) {
      box.write({
        'sync.py': `import logging, urllib.request\nlogging.basicConfig(format="%(levelname)s %(message)s", level=logging.INFO)\nfor n in range(1, 301):\n    logging.info("record %d copied", n)\n    if n == 190:\n        try:\n            try:\n                urllib.request.urlopen("http://127.0.0.1:9/")\n            except OSError as error:\n                raise RuntimeError("the mirror cannot be reached") from error\n        except RuntimeError:\n            logging.exception("record %d not copied", n)\n`,
      })
      return box.shell('python3 sync.py')
    },
  },
  {
    id: 'out-of-memory',
    capture(box) {
      box.write({
        'Load.java': `import java.util.*;\npublic class Load {\n  public static void main(String[] words) {\n    List<int[]> kept = new ArrayList<>();\n    for (int n = 1; ; n++) { System.out.println("page " + n + " drawn"); kept.add(new int[40_000]); }\n  }\n}\n`,
      })
      return box.shell('javac Load.java && java -Xmx48m Load')
    },
  },
  {
    id: 'http-server-log',
    capture: (box) =>
      box.shell(
        `mkdir site; for n in $(seq 220); do echo hi > site/page-$n.html; done
python3 -m http.server 18472 --bind 127.0.0.1 --directory site > log 2>&1 & server=$!
sleep 1; for n in $(seq 110) 900 $(seq 111 220) 901; do curl -s -o /dev/null http://127.0.0.1:18472/page-$n.html; done
kill $server; cat log`,
      ),
  },
  {
    id: 'nginx-error',
    capture(box) {
      box.write({
        'nginx.conf': `daemon on; pid nginx.pid; error_log error.log notice;
events {}
http {
  access_log off;
  log_format none '';
  server {
    listen 127.0.0.1:18473;
    rewrite_log on;
    location /old { rewrite ^/old/(.*)$ /new/$1 last; }
    location /new { return 200 "fine\\n"; }
    location /api { proxy_pass http://127.0.0.1:9; }
  }
}
`,
      })
      return box.shell(
        `nginx -p $PWD -c nginx.conf 2>/dev/null
for n in $(seq 80); do curl -s -o /dev/null http://127.0.0.1:18473/old/$n; done
curl -s -o /dev/null http://127.0.0.1:18473/api/orders
for n in $(seq 81 120); do curl -s -o /dev/null http://127.0.0.1:18473/old/$n; done
kill $(cat nginx.pid); cat error.log`,
      )
    },
  },
]

function guide(name: string): string {
  return readFileSync(join(import.meta.dirname, `../../../../docs/guides/${name}.md`), 'utf8')
}

function hosts(): string {
  return `create table hosts (host text, zone text, cpu_percent integer, free_mb integer, state text);\n${lines(140, (number) => `insert into hosts values ('node-${number}', 'zone-${number % 4}', ${10 + ((number * 7) % 30)}, ${number === 77 ? 3 : 4000 + number}, '${number === 118 ? 'draining' : 'active'}');`)}\n`
}
