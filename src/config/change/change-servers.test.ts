import { expect, test } from 'vitest'
import { quarantined, serverSection, withoutServer, withSections } from './change-servers.ts'

const file = `# mine
[mask]
window_turns = 3

[gateway.servers.db]
command = "db"

[gateway.servers.db.env]
KEY = "\${KEY}"

[gateway.servers."web"]
url = "https://example.org/mcp"
`

test('adds an upstream in quarantine, and leaves the rest as it is', () => {
  const added = withSections(file, [serverSection('docs', 'https://example.org/docs')])
  expect(added.startsWith(file)).toBe(true)
  expect(added.slice(file.length)).toBe(
    '\n[gateway.servers.docs]\nurl = "https://example.org/docs"\nquarantined = true\n',
  )
})

test.each(['', 'a b', 'a]\n[server', 'a.b', '-a', 'x'.repeat(61)])(
  'refuses the name %j',
  (name) => {
    expect(() => serverSection(name, 'https://example.org')).toThrow('letters, digits')
  },
)

test('imports in quarantine too', () => {
  expect(quarantined('[gateway.servers.a]\ncommand = "a"')).toBe(
    '[gateway.servers.a]\nquarantined = true\ncommand = "a"',
  )
})

test('takes an upstream out with its tables, and nothing else', () => {
  const without = withoutServer(file, 'tamis.toml', 'db')
  expect(without).toBe(
    file.replace(/\[gateway\.servers\.db\][\s\S]*?(?=\[gateway\.servers\."web")/, ''),
  )
  expect(withoutServer(without, 'tamis.toml', 'web')).toBe('# mine\n[mask]\nwindow_turns = 3\n\n')
})

test('leaves a file as it is where it cannot be sure', () => {
  const inline = '[gateway]\nservers = { db = { command = "db" } }\n'
  expect(() => withoutServer(inline, 'tamis.toml', 'db')).toThrow('cannot be taken out')
})

test.each(['other', '../secret', '__proto__'])('there is no server %s to take out', (name) => {
  for (const text of [file, ''])
    expect(() => withoutServer(text, 'tamis.toml', name)).toThrow('names no server')
})
