import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lines, type Scenario } from '../scenario.ts'

/** JSON, NDJSON and YAML as programs print them, and guides of our own. */
export const records: readonly Scenario[] = [
  {
    id: 'package-lock',
    async capture(box) {
      box.write({
        'package.json': JSON.stringify({
          name: 'shop',
          version: '1.0.0',
          dependencies: { cheerio: '1.1.2', '@actions/github': '6.0.1', '@actions/cache': '4.0.3' },
        }),
      })
      await box.shell('npm install --package-lock-only --no-audit --no-fund --ignore-scripts')
      return box.shell('cat package-lock.json')
    },
  },
  {
    id: 'json-one-line',
    capture: (box) => box.shell('npm view vite time --json 2>/dev/null | jq -c .'),
  },
  {
    id: 'json-pretty',
    capture: (box) => box.shell('npm view vite time --json 2>/dev/null'),
  },
  {
    id: 'ndjson',
    capture(box) {
      box.write({ 'serve.js': jsonLogger })
      return box.shell('node serve.js')
    },
  },
  {
    id: 'yaml-manifests',
    capture(box) {
      const services = ['web', 'basket', 'prices', 'stock', 'search', 'mailer', 'billing', 'images']
      box.write({
        'kustomization.yaml': `namespace: shop\nlabels: [{pairs: {team: shop}}]\nresources:\n${services.map((name) => `- ${name}.yaml`).join('\n')}\n`,
        ...Object.fromEntries(services.map((name, at) => [`${name}.yaml`, manifest(name, at)])),
      })
      return box.shell('kubectl kustomize .')
    },
  },
  {
    id: 'yaml-list',
    capture(box) {
      box.write({
        'users.json': JSON.stringify({
          users: Array.from({ length: 90 }, (_, index) => ({
            name: `user-${index + 1}`,
            shell: index === 57 ? '/usr/bin/fish' : '/bin/bash',
            groups: index % 9 === 0 ? ['wheel', 'staff'] : ['staff'],
            quota_gb: 5 + (index % 3),
          })),
        }),
      })
      return box.shell(
        `python3 -c 'import json, yaml; print(yaml.dump(json.load(open("users.json")), sort_keys=False), end="")'`,
      )
    },
  },
  { id: 'guide-knowledge', capture: () => guide('knowledge') },
  { id: 'guide-memory', capture: () => guide('memory') },
  { id: 'guide-proxy', capture: () => guide('proxy') },
]

function guide(name: string): string {
  return readFileSync(join(import.meta.dirname, `../../../../docs/guides/${name}.md`), 'utf8')
}

const jsonLogger = `const routes = ['/basket', '/stock', '/prices', '/search', '/login']
let time = Date.UTC(2026, 2, 1, 8)
for (let number = 1; number <= 500; number++) {
  time += 1370
  const entry = { level: 'info', time: new Date(time).toISOString(), request: number, route: routes[number % 5], ms: 3 + (number * 7) % 40, status: 200 }
  if (number === 311) {
    try {
      JSON.parse('{"basket": [1, 2')
    } catch (error) {
      Object.assign(entry, { level: 'error', status: 500, message: error.message, stack: error.stack.split('\\n').slice(0, 3) })
    }
  }
  if (number === 402) Object.assign(entry, { level: 'warn', ms: 9120, message: 'the search index answered slowly' })
  console.log(JSON.stringify(entry))
}
`

function manifest(name: string, at: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${at + 1}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      - name: ${name}
        image: registry.example.org/shop/${name}:1.${at}
        env:
${lines(6, (number) => `        - {name: ${name.toUpperCase()}_OPTION_${number}, value: "${number * (at + 1)}"}`)}
        resources: {limits: {memory: ${64 * (at + 1)}Mi}, requests: {cpu: ${at + 1}00m}}
---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec:
  selector: {app: ${name}}
  ports: [{port: ${8100 + at}, targetPort: ${9100 + at}}]
`
}
