import { type Box, lines, type Scenario } from '../scenario.ts'

/** What database servers and their clients print, that nothing was chosen on. */
export const heldOutDatabases: readonly Scenario[] = [
  {
    id: 'psql-expanded',
    capture(box) {
      box.write({ 'readers.sql': readers() })
      return withPostgres(
        box,
        'psql -q -v ON_ERROR_STOP=1 -f readers.sql && psql -x -c "select * from readers order by id"',
      )
    },
  },
  {
    id: 'explain-analyze',
    capture(box) {
      box.write({ 'readers.sql': readers() })
      return withPostgres(
        box,
        `psql -q -f readers.sql && psql -q -c "create table loans as select n as id, n % 120 + 1 as reader, n % 900 as book from generate_series(1, 400000) n; create table books as select n as id, 'book ' || n as title from generate_series(1, 900) n; analyze" && psql -c "set max_parallel_workers_per_gather = 0" -c "explain (analyze, buffers) select r.name, count(*), max(b.title) from readers r join loans l on l.reader = r.id join books b on b.id = l.book where b.title like '%7' and r.city = 'Rennes' group by r.name order by 2 desc limit 5"`,
      )
    },
  },
  {
    id: 'psql-migration',
    capture(box) {
      box.write({
        'migrate.sql': `${lines(60, (number) => `create table shelf_${number} (id integer primary key, room text);\ninsert into shelf_${number} values (1, 'east'), (2, 'west');`)}\ninsert into shelf_44 values (2, 'north');\nalter table shelf_12 add column colour text;\nalter table shelf_99 add column colour text;\n${lines(30, (number) => `update shelf_${number} set room = 'attic' where id = 1;`)}\n`,
      })
      return withPostgres(box, 'psql -f migrate.sql')
    },
  },
  {
    id: 'postgres-log',
    capture(box) {
      box.write({
        'first.sql':
          'begin; update accounts set cents = 1 where id = 1; select pg_sleep(2); update accounts set cents = 1 where id = 2; commit;\n',
        'second.sql':
          'begin; update accounts set cents = 2 where id = 2; select pg_sleep(2); update accounts set cents = 2 where id = 1; commit;\n',
        'steps.sql': `${lines(110, (number) => `select ${number} as page;`)}\n`,
      })
      return withPostgres(
        box,
        `{ psql -q -c "create table accounts as select n as id, 0 as cents from generate_series(1, 9) n" -c "alter system set log_statement = 'all'" -c "select pg_reload_conf()"; sleep 1; psql -q -f steps.sql; psql -q -f first.sql & psql -q -f second.sql; wait %1; psql -q -f steps.sql; } > /dev/null 2>&1; cat server.log`,
      )
    },
  },
  {
    id: 'pg-dump',
    capture(box) {
      box.write({
        'schema.sql': `${lines(30, (number) => `create table room_${number} (id integer primary key, name text not null, area numeric);`)}\ncreate table invoices (id bigint primary key, reader integer not null, cents bigint not null, paid_on date);\ncreate index invoices_by_reader on invoices (reader);\n`,
      })
      return withPostgres(box, 'psql -q -f schema.sql && pg_dump --schema-only')
    },
  },
  {
    id: 'redis-info',
    capture: (box) =>
      box.shell(
        `redis-server --port 0 --unixsocket ./redis.sock --maxmemory 3mb --maxmemory-policy allkeys-lru --save "" > /dev/null & server=$!; sleep 1
for n in $(seq 1 60); do echo "set page-$n $(head -c 60000 /dev/zero | tr '\\0' x)"; done | redis-cli -s redis.sock > /dev/null
redis-cli -s redis.sock info | tr -d '\\r' | sed 's/^os:.*/os:Linux x86_64/'; kill $server; wait $server 2>/dev/null`,
      ),
  },
  {
    id: 'redis-monitor',
    capture: (box) =>
      box.shell(
        `redis-server --port 0 --unixsocket ./redis.sock --save "" > /dev/null & server=$!; sleep 1
timeout 3 redis-cli -s redis.sock monitor > seen & sleep 0.5
{ for n in $(seq 1 150); do echo "incr visits:$n"; done; echo "flushdb"; for n in $(seq 151 240); do echo "get visits:$n"; done; } | redis-cli -s redis.sock > /dev/null
wait %2; kill $server; wait $server 2>/dev/null; cat seen`,
      ),
  },
]

/** A server of its own on a socket in the folder, for as long as the script runs. */
export function withPostgres(box: Box, script: string): Promise<string> {
  box.write({ 'script.sh': `${script}\n` })
  return box.shell(`chmod -R a+rX . && mkdir run && chown postgres run && cp *.sql script.sh run/ && cd run
export PATH=$(ls -d /usr/lib/postgresql/*/bin | tail -1):$PATH PGHOST=$PWD PGDATABASE=postgres PGUSER=postgres HOME=$PWD
runuser -u postgres -- env PATH=$PATH initdb -D data -A trust > /dev/null
runuser -u postgres -- env PATH=$PATH pg_ctl -w -D data -l server.log -o "-k $PWD -c listen_addresses=''" start > /dev/null
runuser -u postgres -- env PATH=$PATH bash script.sh
runuser -u postgres -- env PATH=$PATH pg_ctl -w -D data -m fast stop > /dev/null`)
}

function readers(): string {
  return `create table readers (id integer, name text, city text, email text, joined date);\n${lines(120, (number) => `insert into readers values (${number}, 'reader ${number}', '${number % 3 === 0 ? 'Rennes' : 'Nantes'}', ${number === 86 ? 'null' : `'reader-${number}@example.org'`}, date '2025-01-01' + ${number});`)}\n`
}
