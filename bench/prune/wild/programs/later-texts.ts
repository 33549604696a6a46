import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lines, type Scenario, times } from '../scenario.ts'

/** Files people hand to an agent, and what programs make of them. */
export const laterTexts: readonly Scenario[] = [
  { id: 'compose-yaml', capture: () => own('deploy/compose.yaml') },
  { id: 'nginx-conf', capture: () => own('deploy/nginx.conf') },
  { id: 'changelog', capture: () => own('CHANGELOG.md') },
  { id: 'guide-models', capture: () => own('docs/guides/models.md') },
  { id: 'guide-library', capture: () => own('docs/guides/library.md') },
  { id: 'reference-errors', capture: () => own('docs/reference/errors.md') },
  { id: 'source-completion', capture: () => own('src/surfaces/cli/completion.ts') },
  {
    id: 'format-patch',
    capture(box) {
      box.write({ 'a.c': 'int a;\n', 'b.c': 'int b;\n' })
      return box.shell(
        `export GIT_AUTHOR_DATE='2026-05-04T10:00:00Z' GIT_COMMITTER_DATE='2026-05-04T10:00:00Z'; git init -q -b main; git add .; git commit -qm 'Start the loom'; ${times(14, (n) => `echo 'int thread_${n}(void) { return ${n}; }' >> ${n % 3 === 0 ? 'b' : 'a'}.c; ${n === 6 ? "printf '/* holds the shuttle for 40 ms */\\nint delay = 40;\\n' > delay.h; git add delay.h; " : ''}${n === 11 ? 'rm -f b.c; echo gone >> a.c; ' : ''}git add -A; git commit -qm '${n === 6 ? 'Hold the shuttle before it turns\n\nThe warp tore at full speed, see the run of 3 May.' : n === 11 ? 'Drop the second beam' : `Add thread ${n}`}'`).join('; ')}; git format-patch --stdout HEAD~14`,
      )
    },
  },
  {
    id: 'git-graph',
    capture: (box) =>
      box.shell(
        `export GIT_AUTHOR_DATE='2026-05-04T10:00:00Z' GIT_COMMITTER_DATE='2026-05-04T10:00:00Z'; git init -q -b main; c() { echo "$1" >> "$2"; git add .; git commit -qm "$1"; }; c 'Lay the keel' keel; ${times(20, (n) => `c 'Fit plank ${n}' planks`).join('; ')}; git switch -qc sails; ${times(6, (n) => `c 'Sew sail ${n}' sails`).join('; ')}; git switch -q main; ${times(5, (n) => `c 'Caulk seam ${n}' seams`).join('; ')}; git merge -q --no-ff -m 'Merge branch sails' sails; git tag launch; git switch -qc rudder HEAD~3; c 'Hang the rudder' rudder; git switch -q main; git merge -q --no-ff -m 'Merge branch rudder' rudder; ${times(9, (n) => `c 'Load barrel ${n}' barrels`).join('; ')}; git switch -qc pump HEAD~4; c 'Try a new pump' pump; c 'Oil the pump' pump; git switch -q main; git log --graph --oneline --decorate --all`,
      ),
  },
  {
    id: 'git-conflict',
    capture(box) {
      box.write({
        'fares.ts': `${lines(60, (n) => `export const zone${n} = ${n * 10}`)}\n`,
        'stops.ts': `${lines(60, (n) => `export const stop${n} = 'street ${n}'`)}\n`,
      })
      return box.shell(
        "git init -q -b main; git add .; git commit -qm start; git switch -qc summer; sed -i 's/zone31 = 310/zone31 = 250/' fares.ts; sed -i \"s/'street 12'/'mill lane'/; s/'street 44'/'quay'/\" stops.ts; git commit -qam summer; git switch -q main; sed -i 's/zone31 = 310/zone31 = 340/' fares.ts; sed -i \"s/'street 12'/'mill road'/\" stops.ts; git commit -qam winter; git merge summer; cat fares.ts stops.ts",
      )
    },
  },
  {
    id: 'php-info',
    capture: (box) =>
      box.shell(
        'env -i PATH=$PATH php -d memory_limit=96M -d upload_max_filesize=12M -i | grep -v -i "hostname\\|^System\\|_SERVER\\|_ENV"',
      ),
  },
  {
    id: 'po-file',
    capture(box) {
      box.write({
        'shop.c': `${lines(60, (n) => `  puts(_("Article ${n} is in stock"));`)}\n  puts(_("Sign out"));\n  puts(_("Your basket is empty"));\n  printf(_("%d parcels are on their way"), n);\n`,
        'fill.py':
          'import re\nt = open("fr.po").read()\nfor n in range(1, 61):\n    if n in (18, 47): continue\n    t = t.replace(f\'msgid "Article {n} is in stock"\\nmsgstr ""\', f\'msgid "Article {n} is in stock"\\nmsgstr "L’article {n} est disponible"\')\nt = t.replace(\'msgid "Sign out"\\nmsgstr ""\', \'msgid "Sign out"\\nmsgstr "Se déconnecter"\')\nt = t.replace(\'#: shop.c:62\', \'#: shop.c:62\\n#, fuzzy\').replace(\'msgid "Your basket is empty"\\nmsgstr ""\', \'msgid "Your basket is empty"\\nmsgstr "Votre panier est plein"\')\nprint(t)\n',
      })
      return box.shell(
        'xgettext -k_ -o shop.pot shop.c; msginit --no-translator -i shop.pot -o fr.po -l fr_FR.UTF-8 2>/dev/null; sed -i "s/POT-Creation-Date.*n\\"/POT-Creation-Date: 2026-05-04 10:00+0000\\\\\\\\n\\"/; s/PO-Revision-Date.*n\\"/PO-Revision-Date: 2026-05-04 10:00+0000\\\\\\\\n\\"/" fr.po; python3 fill.py',
      )
    },
  },
  {
    id: 'r-summary',
    capture(box) {
      box.write({
        'fit.R':
          'cat("Fuel of 32 cars\\n"); print(mtcars)\nfit <- lm(mpg ~ wt + hp + qsec + factor(gear), data = mtcars)\nprint(summary(fit)); print(anova(fit)); print(shapiro.test(residuals(fit)))\n',
      })
      return box.shell('Rscript --vanilla fit.R')
    },
  },
  {
    id: 'runc-spec',
    capture(box) {
      return box.shell('(runc spec || crun spec) 2>/dev/null; cat config.json')
    },
  },
  {
    id: 'node-report',
    capture(box) {
      box.write({
        'crash.cjs':
          'const held = []\nfor (let n = 0; n < 200; n++) held.push(new Array(20000).fill(n))\nfunction weigh(parcel) { return parcel.scale.grams }\nfunction post(parcel) { return weigh(parcel) * 2 }\nsetTimeout(() => post({ scale: undefined }), 10)\n',
      })
      return box.shell(
        "env -i PATH=$PATH node --report-exclude-env --report-exclude-network --report-uncaught-exception --report-filename=report.json crash.cjs > /dev/null 2>&1; node -e \"const r = JSON.parse(require('fs').readFileSync('report.json')); r.header.host = 'build-1'; r.sharedObjects = r.sharedObjects.slice(0, 4); r.header.osRelease = '6.1.0-28-amd64'; delete r.header.osVersion; console.log(JSON.stringify(r, null, 2))\"",
      )
    },
  },
  {
    id: 'lcov',
    capture(box) {
      box.write({
        ...Object.fromEntries(
          times(9, (n) => [
            `src/gate-${n}.js`,
            `exports.open = function open(x) {\n  if (x > ${n}) {\n    return 'far'\n  }\n  return 'near'\n}\nexports.lock = function lock() {\n  return 'locked'\n}\n`,
          ]),
        ),
        'run.cjs': `${lines(9, (n) => `const g${n} = require('./src/gate-${n}.js'); g${n}.open(0); ${n === 4 ? '' : `g${n}.open(50); `}${n === 7 ? '' : `g${n}.lock()`}`)}\n`,
      })
      return box.shell('c8 --reporter=lcovonly node run.cjs; cat coverage/lcov.info')
    },
  },
  {
    id: 'ics',
    capture(box) {
      box.write({
        'make.py':
          'print("BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nPRODID:-//example//tides//EN")\nfor n in range(1, 41):\n    room = "Boat house" if n == 23 else f"Room {n % 5}"\n    title = "Review of the dredging contract" if n == 23 else f"Watch {n}"\n    print(f"BEGIN:VEVENT\\nUID:{n}@example.org\\nDTSTAMP:20260501T080000Z\\nDTSTART:202606{(n % 28) + 1:02d}T0900{n:02d}Z\\nDTEND:202606{(n % 28) + 1:02d}T1000{n:02d}Z\\nSUMMARY:{title}\\nLOCATION:{room}\\nSTATUS:{\'CANCELLED\' if n == 9 else \'CONFIRMED\'}\\nEND:VEVENT")\nprint("END:VCALENDAR")\n',
      })
      return box.shell('python3 make.py')
    },
  },
  {
    id: 'workflow-yaml',
    capture: () =>
      `name: ship\non:\n  push:\n    branches: [main]\n  schedule:\n    - cron: '17 3 * * 1'\nconcurrency:\n  group: ship-\${{ github.ref }}\n  cancel-in-progress: true\npermissions:\n  contents: read\njobs:\n${lines(
        7,
        (n) => {
          const name = ['lint', 'types', 'unit', 'browser', 'image', 'deploy', 'announce'][n - 1]
          return `  ${name}:\n    runs-on: ${n === 5 ? 'ubuntu-24.04-arm' : 'ubuntu-24.04'}\n    timeout-minutes: ${n === 4 ? 45 : 10}\n${n > 1 ? `    needs: [${['lint', 'types', 'unit', 'browser', 'image', 'deploy'][n - 2]}]\n` : ''}${n === 3 ? '    strategy:\n      fail-fast: false\n      matrix:\n        node: [22, 24]\n        shard: [1, 2, 3]\n' : ''}${n === 6 ? "    if: github.event_name == 'push'\n    environment: production\n    permissions:\n      contents: read\n      id-token: write\n" : ''}    steps:\n      - uses: actions/checkout@v5\n${n < 5 ? '      - uses: actions/setup-node@v6\n        with:\n          node-version: 24\n          cache: npm\n      - run: npm ci\n' : ''}      - run: npm run ${name}\n${n === 4 ? '      - uses: actions/upload-artifact@v5\n        if: failure()\n        with:\n          name: traces\n          path: test-results\n          retention-days: 5\n' : ''}`
        },
      )}`,
  },
]

function own(path: string): string {
  return readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')
}
