import { lines, type Scenario } from '../scenario.ts'
import { docker } from './docker.ts'
import { kubectl } from './kubernetes.ts'

export const tables: readonly Scenario[] = [
  {
    id: 'kubectl-get-pods',
    standIn: 'the API server',
    capture: (box) => kubectl(box, 'kubectl get pods'),
  },
  {
    id: 'docker-ps',
    standIn: 'the daemon',
    capture: (box) => docker(box, 'docker ps -a'),
  },
  {
    id: 'ps',
    capture(box) {
      box.write({ 'busy.py': 'while True:\n    pass\n' })
      return box.shell(
        `unshare -fp --mount-proc bash -c 'for n in $(seq 90); do sleep $((1000 + n)) & done; python3 busy.py & for n in $(seq 12); do tail -f /dev/null & done; sleep 4; ps aux; kill -9 -1'`,
      )
    },
  },
  {
    id: 'ls',
    async capture(box) {
      await box.shell(
        'for n in $(seq 140); do head -c $((n * 37)) /dev/zero > "upload-$n.dat"; done; truncate -s 7G core.4711; touch -d 2026-03-01T08:00:00Z *; mkdir spool; touch -d 2026-03-01T08:00:00Z spool',
      )
      return box.shell('ls -l')
    },
  },
  {
    id: 'csv-packages',
    capture: (box) =>
      box.shell(
        `echo package,version,installed_kib,section; dpkg-query -W -f='\${Package},\${Version},\${Installed-Size},\${Section}\\n'`,
      ),
  },
  {
    id: 'sqlite-box',
    capture(box) {
      box.write({
        'orders.sql': `create table orders (id integer, customer text, city text, state text, total real);\n${lines(150, (number) => `insert into orders values (${number}, 'customer ${number}', '${['Lyon', 'Nantes', 'Lille', 'Brest'][number % 4]}', '${number === 41 ? 'lost' : number === 97 ? 'returned' : 'delivered'}', ${number * 3.5});`)}\n`,
      })
      return box.shell('sqlite3 -box :memory: ".read orders.sql" "select * from orders"')
    },
  },
  {
    id: 'npm-ls',
    async capture(box) {
      box.write({
        'package.json': JSON.stringify({
          name: 'shop',
          version: '1.0.0',
          dependencies: { jest: '*', eslint: '*', mocha: '*' },
        }),
      })
      await box.shell('npm install --no-audit --no-fund --ignore-scripts')
      await box.shell('rm -r node_modules/semver')
      return box.shell('npm ls --all')
    },
  },
]
