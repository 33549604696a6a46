import { lines, type Scenario, times } from '../scenario.ts'
import { withPostgres } from './held-out-databases.ts'

/** Servers, what they log and how they are set up; no other set has these programs or commands. */
export const laterServers: readonly Scenario[] = [
  {
    id: 'haproxy-stats',
    capture(box) {
      box.write({
        'haproxy.cfg': `global\n  stats socket ${box.folder}/admin.sock mode 600\ndefaults\n  mode http\n  timeout connect 1s\n  timeout client 5s\n  timeout server 5s\nfrontend shop\n  bind 127.0.0.1:18551\n  default_backend pages\nfrontend metrics\n  bind 127.0.0.1:18553\n  http-request use-service prometheus-exporter\nbackend pages\n  balance roundrobin\n${lines(44, (n) => `  server web-${n} 127.0.0.1:${n === 13 ? 18559 : 18552} check inter 200${n === 6 ? ' disabled' : ''}`)}\n`,
      })
      return box.shell(
        "python3 -m http.server 18552 --bind 127.0.0.1 > /dev/null 2>&1 & web=$!; sleep 1; haproxy -f haproxy.cfg > /dev/null 2>&1 & pid=$!; sleep 2; for n in $(seq 80); do curl -s -o /dev/null http://127.0.0.1:18551/; done; python3 -c \"import socket; s=socket.socket(socket.AF_UNIX); s.connect('admin.sock'); s.sendall(b'show stat\\n'); f=s.makefile(); print(f.read())\"; kill $pid $web",
      )
    },
  },
  {
    id: 'haproxy-metrics',
    capture(box) {
      box.write({
        'haproxy.cfg': `defaults\n  mode http\n  timeout connect 1s\n  timeout client 5s\n  timeout server 5s\nfrontend shop\n  bind 127.0.0.1:18551\n  default_backend pages\nfrontend metrics\n  bind 127.0.0.1:18553\n  http-request use-service prometheus-exporter\nbackend pages\n  server web-1 127.0.0.1:18552 check inter 200\n  server web-2 127.0.0.1:18559 check inter 200\nbackend images\n  server img-1 127.0.0.1:18552 maxconn 40\n`,
      })
      return box.shell(
        'python3 -m http.server 18552 --bind 127.0.0.1 > /dev/null 2>&1 & web=$!; sleep 1; haproxy -f haproxy.cfg > /dev/null 2>&1 & pid=$!; sleep 2; for n in $(seq 30); do curl -s -o /dev/null http://127.0.0.1:18551/; curl -s -o /dev/null http://127.0.0.1:18551/missing-$n; done; curl -s http://127.0.0.1:18553/metrics; kill $pid $web',
      )
    },
  },
  {
    id: 'testparm',
    capture(box) {
      box.write({
        'smb.conf':
          '[global]\nworkgroup = HARBOUR\nserver string = Files\nmap to guest = Bad User\nmax log size = 50\n[charts]\npath = /srv/charts\nread only = yes\nguest ok = yes\n[logbook]\npath = /srv/logbook\nwritable = yes\nvalid users = @crew\ncreate mask = 0660\n',
      })
      return box.shell('testparm -s -v smb.conf 2>/dev/null')
    },
  },
  {
    id: 'postconf',
    capture: (box) =>
      box.shell('env -i PATH=$PATH postconf -d | sed "s/= $(hostname).*/= build-1.example.org/"'),
  },
  {
    id: 'dnsmasq',
    capture(box) {
      box.write({
        'd.conf': `port=18561\nlisten-address=127.0.0.1\nbind-interfaces\nno-resolv\nno-hosts\nlog-queries\nlog-facility=-\nno-daemon\nuser=root\n${lines(40, (n) => `address=/host-${n}.harbour.example/10.0.0.${n}`)}\nlocal=/harbour.example/\n`,
      })
      return box.shell(
        'dnsmasq -C d.conf > log 2>&1 & pid=$!; sleep 1; for n in $(seq 40); do dig +short +tries=1 +time=1 -p 18561 @127.0.0.1 host-$n.harbour.example > /dev/null; done; dig +tries=1 +time=1 -p 18561 @127.0.0.1 printer.harbour.example > /dev/null; dig +tries=1 +time=1 -p 18561 @127.0.0.1 www.example.com > /dev/null; for n in $(seq 20); do dig +short +tries=1 +time=1 -p 18561 @127.0.0.1 host-$n.harbour.example > /dev/null; done; kill $pid; wait $pid; cat log',
      )
    },
  },
  {
    id: 'innodb-status',
    capture(box) {
      box.write({
        'start.sql':
          'create database d; use d; create table berths (id int primary key, ship varchar(20)) engine=innodb; insert into berths values (1, "Ada"), (2, "Bounty"), (3, "Cutty");\n',
        'a.sql':
          'begin; update berths set ship = "Dove" where id = 1; do sleep(1); update berths set ship = "Dove" where id = 2; commit;\n',
        'b.sql':
          'begin; update berths set ship = "Erebus" where id = 2; do sleep(1); update berths set ship = "Erebus" where id = 1; commit;\n',
      })
      return box.shell(
        withMariadb(
          'm < start.sql; m d < a.sql > /dev/null 2>&1 & m d < b.sql > /dev/null 2>&1; sleep 2; m -e "show engine innodb status\\G"',
        ),
      )
    },
  },
  {
    id: 'query-digest',
    capture(box) {
      box.write({
        'load.sql': `create database d; use d; create table letters (id int primary key auto_increment, sender varchar(20), body text); insert into letters (sender, body) select concat("s", seq), repeat("x", 100) from seq_1_to_3000;\n${lines(40, (n) => `select * from letters where id = ${n * 7};\n`)}${lines(6, (n) => `select count(*) from letters a join letters b on a.sender < b.sender where a.id < ${300 + n};\n`)}select sleep(0.4);\n${lines(12, (n) => `update letters set body = "seen" where sender = "s${n}";\n`)}`,
      })
      return box.shell(
        withMariadb(
          'm -e "set global slow_query_log_file=\'$PWD/slow.log\'; set global slow_query_log=1; set global long_query_time=0"; m < load.sql > /dev/null; pt-query-digest --noversion-check slow.log',
        ),
      )
    },
  },
  {
    id: 'redis-bigkeys',
    capture: (box) =>
      box.shell(
        `redis-server --port 0 --unixsocket ./redis.sock --save "" --slowlog-log-slower-than 2000 > /dev/null & server=$!; sleep 1
{ for n in $(seq 1 900); do echo "set session:$n $(head -c $((n % 90 + 10)) /dev/zero | tr '\\0' x)"; done; echo "set cache:front-page $(head -c 250000 /dev/zero | tr '\\0' y)"; for n in $(seq 1 700); do echo "rpush queue:mail $n"; echo "sadd online user-$n"; done; for n in $(seq 1 40); do echo "rpush queue:fax $n"; echo "hset prices item-$n $n"; echo "zadd ranks $n p$n"; done; } | redis-cli -s redis.sock > /dev/null
redis-cli -s redis.sock --bigkeys; redis-cli -s redis.sock --memkeys | tail -30; kill $server; wait $server 2>/dev/null`,
      ),
  },
  {
    id: 'tomcat',
    capture(box) {
      box.write({
        'base/conf/server.xml':
          '<Server port="-1"><Service name="Catalina"><Connector port="18571" address="127.0.0.1" protocol="HTTP/1.1"/><Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps" autoDeploy="false"/></Engine></Service></Server>\n',
        'base/webapps/shop/WEB-INF/web.xml':
          '<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0"><listener><listener-class>org.example.shop.OpenTill</listener-class></listener></web-app>\n',
        'base/webapps/news/index.html': 'news\n',
        'base/webapps/forum/WEB-INF/web.xml':
          '<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0"><servlet><servlet-name>talk</servlet-name></servlet>\n',
      })
      return box.shell(
        'cp /usr/share/tomcat10/etc/web.xml base/conf/ 2>/dev/null; cp /usr/share/tomcat10/etc/logging.properties base/conf/ 2>/dev/null; mkdir -p base/logs base/temp base/work; export CATALINA_BASE=$PWD/base CATALINA_HOME=/usr/share/tomcat10; timeout 12 /usr/share/tomcat10/bin/catalina.sh run',
      )
    },
  },
  {
    id: 'apache-vhosts',
    capture(box) {
      box.write({
        'apache.conf': `ServerRoot ${box.folder}\nPidFile ${box.folder}/pid\nServerName build-1\nErrorLog ${box.folder}/error.log\nListen 127.0.0.1:18572\nListen 127.0.0.1:18573\nLoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so\nLoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so\nLoadModule alias_module /usr/lib/apache2/modules/mod_alias.so\n${lines(24, (n) => `<VirtualHost 127.0.0.1:${n === 19 ? 18573 : 18572}>\n  ServerName shop-${n}.example.org\n${n === 8 ? '  ServerAlias old.example.org www.example.org\n' : ''}  DocumentRoot ${box.folder}\n</VirtualHost>`)}\n`,
      })
      return box.shell('apache2 -f $PWD/apache.conf -S')
    },
  },
  {
    id: 'psql-describe',
    capture(box) {
      box.write({
        'shop.sql':
          "create type state as enum ('new', 'paid', 'sent');\ncreate table customers (id bigint generated always as identity primary key, email text not null unique, name text, born date check (born > '1900-01-01'));\ncreate table articles (sku text primary key, title text not null, cents integer not null check (cents >= 0), weight_g integer default 0, tags text[]);\ncreate table orders (id bigint primary key, customer bigint not null references customers on delete cascade, state state not null default 'new', placed timestamptz default now());\ncreate table order_lines (order_id bigint references orders, sku text references articles, pieces integer not null default 1, primary key (order_id, sku));\ncreate index orders_open on orders (placed) where state = 'new';\ncreate index articles_tags on articles using gin (tags);\ncreate view turnover as select sum(cents * pieces) from order_lines join articles using (sku);\ncomment on column orders.placed is 'when the customer pressed the button';\n",
      })
      return withPostgres(
        box,
        "psql -q -f shop.sql && psql -c '\\d+ customers' -c '\\d+ articles' -c '\\d+ orders' -c '\\d+ order_lines' -c '\\d+ turnover' -c '\\dT+'",
      )
    },
  },
  {
    id: 'pgbench',
    capture(box) {
      box.write({ 'none.sql': 'select 1;\n' })
      return withPostgres(
        box,
        'pgbench -q -i -s 1 2>/dev/null; pgbench -r -c 4 -j 1 -T 4 -P 1 --latency-limit=20 2>&1',
      )
    },
  },
  {
    id: 'nats-server',
    capture(box) {
      box.write({
        'n.conf':
          'host: 127.0.0.1\nport: 18574\nmax_payload: 1024\nmax_connections: 500\ndebug: true\ntrace: true\nauthorization { users = [ {user: meter, password: right} ] }\n',
        'talk.py': `import socket\ndef talk(word, lines):\n    s = socket.create_connection(('127.0.0.1', 18574)); s.settimeout(1)\n    s.recv(4096)\n    s.sendall(('CONNECT {"verbose":false,"user":"meter","pass":"%s","name":"gauge"}\\r\\nPING\\r\\n' % word).encode())\n    try:\n        s.recv(4096)\n        for l in lines: s.sendall(l)\n        s.recv(4096)\n    except OSError: pass\n    s.close()\nfor n in range(12): talk('right', [b'PUB tide.%d 2\\r\\n42\\r\\n' % n])\ntalk('wrong', [])\ntalk('right', [b'PUB tide.big 2000\\r\\n' + b'x' * 2000 + b'\\r\\n'])\nfor n in range(8): talk('right', [b'PUB tide.%d 2\\r\\n43\\r\\n' % n])\n`,
      })
      return box.shell(
        'nats-server -c n.conf > log 2>&1 & pid=$!; sleep 1; python3 talk.py; sleep 1; kill $pid; wait $pid; cat log',
      )
    },
  },
  {
    id: 'linkchecker',
    capture(box) {
      box.write({
        'site/index.html': `<html><body>${lines(40, (n) => `<a href="page-${n}.html">Page ${n}</a>`)}</body></html>`,
        ...Object.fromEntries(
          times(40, (n) => [
            `site/page-${n}.html`,
            `<html><body><a href="index.html">home</a>${n === 12 ? '<a href="gone/prices.html">Prices</a>' : ''}${n === 31 ? '<img src="map.png"> <a href="http://127.0.0.1:18599/">Partner</a>' : ''}</body></html>`,
          ]),
        ),
      })
      return box.shell(
        'cd site; python3 -m http.server 18575 --bind 127.0.0.1 > /dev/null 2>&1 & sleep 1; cd /tmp; linkchecker --no-status -v --ignore-url=never -o text --check-extern http://127.0.0.1:18575/index.html | head -420; kill %1',
      )
    },
  },
  {
    id: 'puppet',
    capture(box) {
      box.write({
        'site.pp': `${lines(26, (n) => `file { '${box.folder}/conf-${n}': ensure => file, content => "${n}\\n"${n === 15 ? `, require => Exec['make-key']` : ''} }`)}\nexec { 'make-key': command => '/bin/false' }\nfile { '${box.folder}/missing/deep/file': ensure => file, content => 'x' }\nnotify { 'all set': }\n`,
      })
      return box.shell(
        'puppet apply --confdir $PWD/c --vardir $PWD/v --color=false site.pp 2>&1 | grep -v Facter',
      )
    },
  },
  {
    id: 'pino',
    capture(box) {
      box.write({
        'server.cjs': `const tools = process.env.PATH.split(':')[0].replace('/.bin', '')\nconst app = require(tools + '/fastify')({ logger: { base: undefined } })\napp.get('/ships/:id', async (request) => {\n  const id = Number(request.params.id)\n  if (id === 37) throw new Error('no berth for ship 37: draught 9.4 m')\n  if (id === 52) await new Promise((done) => setTimeout(done, 640))\n  if (id === 71) request.log.warn({ ship: id, fuel: 3 }, 'fuel is low')\n  return { id }\n})\napp.listen({ port: 18576, host: '127.0.0.1' })\n`,
      })
      return box.shell(
        'node server.cjs > log 2>&1 & pid=$!; sleep 2; for n in $(seq 90); do curl -s -o /dev/null http://127.0.0.1:18576/ships/$n; done; curl -s -o /dev/null http://127.0.0.1:18576/boats; kill $pid; cat log',
      )
    },
  },
]

/** A script in which \`m\` is a client of a MariaDB server of its own. */
function withMariadb(script: string): string {
  return `mariadb-install-db --user=$(id -un) --auth-root-authentication-method=normal --datadir=$PWD/db > /dev/null 2>&1; mariadbd --no-defaults --user=$(id -un) --datadir=$PWD/db --socket=$PWD/m.sock --skip-networking --pid-file=$PWD/m.pid > /dev/null 2>&1 & for n in $(seq 1 40); do mariadb-admin --socket=m.sock ping > /dev/null 2>&1 && break; sleep 0.3; done
m() { mariadb --socket=m.sock "$@"; }
${script}
kill $(cat m.pid)`
}
