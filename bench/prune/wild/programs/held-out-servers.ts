import { lines, type Scenario, times } from '../scenario.ts'
import { withPostgres } from './held-out-databases.ts'

/** What servers write to their logs and clients say of them; nothing was chosen on them. */
export const heldOutServers: readonly Scenario[] = [
  {
    id: 'django-test',
    capture(box) {
      box.write(djangoSite())
      return box.shell('/usr/bin/python3 manage.py test -v 2')
    },
  },
  {
    id: 'django-check',
    capture(box) {
      box.write(djangoSite())
      return box.shell('/usr/bin/python3 manage.py check --deploy')
    },
  },
  {
    id: 'gunicorn',
    capture(box) {
      box.write({
        'app.py':
          'import time\ndef app(environ, start):\n    if environ["PATH_INFO"] == "/report":\n        time.sleep(60)\n    if environ["PATH_INFO"] == "/stamp":\n        raise KeyError("ink")\n    start("200 OK", [])\n    return [b"ok"]\n',
      })
      return box.shell(
        'gunicorn -b 127.0.0.1:18431 -w 2 --timeout 2 --access-logfile - app:app > log 2>&1 & pid=$!; sleep 2; for n in $(seq 40); do curl -s -o /dev/null "http://127.0.0.1:18431/page/$n"; done; curl -s -o /dev/null http://127.0.0.1:18431/stamp; curl -s -o /dev/null http://127.0.0.1:18431/report; sleep 3; for n in $(seq 40); do curl -s -o /dev/null "http://127.0.0.1:18431/page/$n"; done; kill $pid; wait $pid; cat log',
      )
    },
  },
  {
    id: 'prometheus',
    capture(box) {
      box.write({
        'prometheus.yml':
          'global:\n  scrape_interval: 15s\nrule_files: [rules.yml]\nscrape_configs:\n  - job_name: kiln\n    static_configs: [{targets: ["127.0.0.1:1"]}]\n',
        'rules.yml':
          'groups:\n  - name: heat\n    rules:\n      - alert: TooHot\n        expr: sum(rate(kiln_heat[5m]) > 3\n',
      })
      return box.shell(
        'timeout 20 prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address=127.0.0.1:18432',
      )
    },
  },
  {
    id: 'etcd',
    capture: (box) =>
      box.shell(
        'timeout 8 etcd --data-dir data --name shed --listen-client-urls http://127.0.0.1:18433 --advertise-client-urls http://127.0.0.1:18433 --listen-peer-urls http://127.0.0.1:18434 --initial-advertise-peer-urls http://127.0.0.1:18434 --initial-cluster shed=http://127.0.0.1:18434 --quota-backend-bytes 67108864',
      ),
  },
  {
    id: 'supervisord',
    capture(box) {
      box.write({
        'supervisord.conf': `[supervisord]\nnodaemon=true\nlogfile=%(here)s/log\npidfile=%(here)s/pid\n${lines(9, (n) => `[program:lamp-${n}]\ncommand=${n === 6 ? 'bash -c "sleep 1.2; exit 3"' : n === 4 ? '/srv/bin/lamp' : 'sleep 100'}\n`)}`,
      })
      return box.shell('timeout 12 supervisord -n -c supervisord.conf')
    },
  },
  {
    id: 'caddy',
    capture(box) {
      box.write({
        Caddyfile:
          '{\n  admin off\n  auto_https off\n}\nhttp://127.0.0.1:18435 {\n  log {\n    output stderr\n  }\n  handle /api/* {\n    reverse_proxy 127.0.0.1:9\n  }\n  handle {\n    respond "ok"\n  }\n}\n',
      })
      return box.shell(
        'export HOME=$PWD; caddy run --config Caddyfile > log 2>&1 & pid=$!; sleep 2; for n in $(seq 30); do curl -s -o /dev/null "http://127.0.0.1:18435/page/$n"; done; curl -s -o /dev/null http://127.0.0.1:18435/api/stock; for n in $(seq 30); do curl -s -o /dev/null "http://127.0.0.1:18435/page/$n"; done; kill $pid; wait $pid; cat log',
      )
    },
  },
  {
    id: 'mosquitto',
    capture(box) {
      box.write({
        'm.conf':
          'listener 18436 127.0.0.1\nallow_anonymous false\npassword_file passwords\nlog_type all\n',
        'talk.py': `import socket\ndef join(name, user, word):\n    def text(s): return len(s).to_bytes(2, 'big') + s.encode()\n    body = text('MQTT') + bytes([4, 0xC2, 0, 60]) + text(name) + text(user) + text(word)\n    s = socket.create_connection(('127.0.0.1', 18436))\n    s.sendall(bytes([0x10, len(body)]) + body)\n    s.recv(4)\n    s.close()\nfor n in range(1, 41):\n    join(f'meter-{n}', 'meter', 'wrong' if n == 23 else 'right')\n`,
      })
      return box.shell(
        'mosquitto_passwd -b -c passwords meter right; chmod 0700 passwords; chown -R mosquitto . ; chmod 755 .; mosquitto -c m.conf > log 2>&1 & pid=$!; sleep 2; /usr/bin/python3 talk.py; sleep 1; kill $pid; wait $pid; cat log',
      )
    },
  },
  {
    id: 'ssh-verbose',
    capture: (box) =>
      box.shell(
        'mkdir -p /run/sshd; ssh-keygen -q -t ed25519 -N "" -f host; ssh-keygen -q -t ed25519 -N "" -f mine; printf "Port 18437\\nListenAddress 127.0.0.1\\nHostKey $PWD/host\\nPasswordAuthentication no\\nKbdInteractiveAuthentication no\\nAuthorizedKeysFile none\\nPidFile $PWD/pid\\nUsePAM no\\n" > sshd.conf; /usr/sbin/sshd -f sshd.conf -E sshd.log; sleep 1; ssh -F /dev/null -v -i mine -o IdentitiesOnly=yes -o UserKnownHostsFile=$PWD/known -o StrictHostKeyChecking=accept-new -p 18437 deploy@127.0.0.1 true; kill $(cat pid)',
      ),
  },
  {
    id: 'autocannon',
    capture: (box) =>
      box.shell(
        "node -e \"require('node:http').createServer((q, r) => { const n = Math.random(); if (n < 0.02) { r.statusCode = 503 } setTimeout(() => r.end('ok'), n < 0.01 ? 300 : 1) }).listen(18438, '127.0.0.1')\" & pid=$!; sleep 1; autocannon -c 20 -d 5 --renderStatusCodes http://127.0.0.1:18438; kill $pid",
      ),
  },
  {
    id: 'hyperfine',
    capture: (box) =>
      box.shell(
        "hyperfine -N --warmup 1 --runs 8 --style basic 'sleep 0.05' 'sleep 0.02' 'sleep 0.3' 'sleep 0.08' 'sleep 0.11' 'sleep 0.004'",
      ),
  },
  {
    id: 'show-all',
    capture(box) {
      box.write({ 'settings.sql': 'show all;\n' })
      return withPostgres(box, 'psql -f settings.sql')
    },
  },
  {
    id: 'list-tables',
    capture(box) {
      box.write({
        'tables.sql': `${lines(40, (n) => `create table harvest_${n} as select g as id, repeat('x', 40) as note from generate_series(1, ${n === 26 ? 90_000 : n * 60}) g;`)}\n`,
      })
      return withPostgres(box, 'psql -q -f tables.sql && psql -c "\\dt+"')
    },
  },
  {
    id: 'svn-log',
    async capture(box) {
      await box.shell(
        `svnadmin create repo; svn co -q file://$PWD/repo w; cd w; echo a > logo.svg; svn add -q logo.svg; svn ci -q --username dev -m "the first logo"; ${times(45, (n) => `echo ${n} > page-${n}.html; svn add -q page-${n}.html; ${n === 29 ? 'svn rm -q logo.svg;' : ''} svn ci -q --username dev -m "${n === 29 ? 'tidy up before the fair' : `page ${n}`}"`).join('; ')}; svn up -q`,
      )
      return box.shell('cd w; svn log -v')
    },
  },
  {
    id: 'dpkg-list',
    capture: (box) => box.shell('dpkg -l'),
  },
  {
    id: 'time-verbose',
    capture: (box) =>
      box.shell('/usr/bin/time -v python3 -c "print(sum(len(str(n)) for n in range(300000)))"'),
  },
]

function djangoSite(): Readonly<Record<string, string>> {
  return {
    'manage.py':
      'import os, sys\nos.environ["DJANGO_SETTINGS_MODULE"] = "settings"\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n',
    'settings.py':
      'SECRET_KEY = "short"\nDEBUG = True\nROOT_URLCONF = "urls"\nDEFAULT_AUTO_FIELD = "django.db.models.AutoField"\nDATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}\nINSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"]\nMIDDLEWARE = ["django.middleware.security.SecurityMiddleware", "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware"]\n',
    'urls.py':
      'from django.http import HttpResponse\nfrom django.urls import path\ndef seat(request, number):\n    return HttpResponse(str(100 // (number - 8)))\nurlpatterns = [path("seats/<int:number>", seat)]\n',
    'tests.py': `from django.test import TestCase\nclass SeatTest(TestCase):\n${lines(22, (n) => `    def test_seat_${n}(self):\n        self.assertEqual(self.client.get("/seats/${n}").status_code, ${n === 17 ? 404 : 200})`)}\n`,
  }
}
