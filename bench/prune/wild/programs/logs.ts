import { lines, type Scenario } from '../scenario.ts'

export const logs: readonly Scenario[] = [
  {
    id: 'java-cause-chain',
    capture(box) {
      box.write({ 'Serve.java': javaServer })
      return box.shell('java Serve.java')
    },
  },
  {
    id: 'one-error-in-5000',
    capture(box) {
      box.write({ 'work.py': pythonWorker })
      return box.shell('python3 work.py')
    },
  },
  {
    id: 'disk-full',
    capture(box) {
      box.write({ 'journal.js': nodeJournal })
      return box.shell(
        'mkdir spool && mount -t tmpfs -o size=256k tmpfs spool; node journal.js; umount spool',
      )
    },
  },
  {
    id: 'token-expired',
    capture(box) {
      box.write({ 'gate.py': pythonGate })
      return box.shell('python3 gate.py')
    },
  },
  {
    id: 'nginx-access',
    capture(box) {
      box.write({
        'nginx.conf': `daemon on; pid nginx.pid; error_log error.log;
events {}
http {
  access_log access.log;
  server {
    listen 127.0.0.1:18471;
    location /pay { proxy_pass http://127.0.0.1:9; }
    location / { return 200 "fine\\n"; }
  }
}
`,
      })
      return box.shell(
        `nginx -p $PWD -c nginx.conf 2>/dev/null
for n in $(seq 260); do curl -s -o /dev/null http://127.0.0.1:18471/item/$n; done
for n in 7 8; do curl -s -o /dev/null -X POST http://127.0.0.1:18471/pay/$n; done
for n in $(seq 261 400); do curl -s -o /dev/null http://127.0.0.1:18471/item/$n; done
kill $(cat nginx.pid); cat access.log`,
      )
    },
  },
  {
    id: 'terraform-plan',
    async capture(box) {
      const main = (names: readonly string[], size: (name: string) => number): string =>
        names
          .map(
            (name) =>
              `resource "terraform_data" "${name}" {\n  input = {\n    name = "${name}"\n    size = ${size(name)}\n  }\n}\n`,
          )
          .join('\n')
      const names = Array.from({ length: 30 }, (_, index) => `queue_${index + 1}`)
      box.write({ 'main.tf': main([...names, 'ledger_database'], () => 1) })
      await box.shell('terraform init && terraform apply -auto-approve')
      box.write({ 'main.tf': main(names, (name) => (Number(name.slice(6)) % 3 === 0 ? 2 : 1)) })
      return box.shell('terraform plan')
    },
  },
  {
    id: 'ansible',
    capture(box) {
      box.write({
        'play.yml': `- hosts: localhost\n  connection: local\n  gather_facts: false\n  tasks:\n${lines(40, (number) => `  - name: write setting ${number}\n    copy: {content: "${number}", dest: "{{ playbook_dir }}/setting-${number}"}`)}\n  - name: install the licence\n    copy: {src: licence.key, dest: "{{ playbook_dir }}/out.key"}\n    ignore_errors: true\n${lines(20, (number) => `  - name: check service ${number}\n    command: "true"`)}\n  - name: start the billing service\n    command: /usr/sbin/billing --check\n`,
      })
      return box.shell('ansible-playbook -i localhost, play.yml')
    },
  },
]

const javaServer = `import java.util.*;
import java.util.logging.*;
public class Serve {
  static final Logger log = Logger.getLogger("shop");
  static void read(int depth) { if (depth > 0) read(depth - 1); else throw new IllegalStateException("no row for customer 4711"); }
  static void load() { try { read(22); } catch (RuntimeException cause) { throw new RuntimeException("could not load the basket", cause); } }
  static void handle() { try { load(); } catch (RuntimeException cause) { throw new RuntimeException("request 118 failed", cause); } }
  public static void main(String[] arguments) {
    System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tF %1$tT %4$s %5$s%6$s%n");
    for (int number = 1; number <= 260; number++) {
      log.info("request " + number + " served in " + (3 + number * 7 % 40) + " ms");
      if (number == 118) try { handle(); } catch (RuntimeException error) { log.log(Level.SEVERE, "request not served", error); }
    }
  }
}
`

const nodeJournal = `const fs = require('node:fs')
for (let number = 1; number <= 400; number++) {
  const path = 'spool/segment-' + number
  try {
    fs.writeFileSync(path, Buffer.alloc(1200))
    console.log('segment ' + number + ' written, 1200 bytes, checksum ' + (number * 2654435761 % 65536).toString(16))
  } catch (error) {
    console.log('segment ' + number + ' given up: ' + error.message)
    break
  }
}
for (let number = 1; number <= 150; number++) console.log('reader ' + number + ' closed after ' + number * 3 + ' segments')
`

const pythonWorker = `import logging

logging.basicConfig(format="%(levelname)s %(name)s %(message)s", level=logging.INFO)
log = logging.getLogger("import")
for number in range(1, 5001):
    log.info("row %d stored", number)
    if number == 3207:
        try:
            float("12,5")
        except ValueError as error:
            log.error("row %d skipped: %s", number, error)
`

const pythonGate = `import datetime
import logging
import jwt

logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
log = logging.getLogger("gate")
key = "k" * 40
start = datetime.datetime.now(datetime.timezone.utc)
for number in range(1, 241):
    age = 90 if number == 133 else -90
    claims = {"sub": f"user-{number}", "exp": start - datetime.timedelta(minutes=age)}
    signed = jwt.encode(claims, key, algorithm="HS256")
    try:
        subject = jwt.decode(signed, key, algorithms=["HS256"])["sub"]
        log.info("request %d by %s passed", number, subject)
    except jwt.InvalidTokenError:
        log.exception("request %d refused", number)
`
