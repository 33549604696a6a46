import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../src/operations/all.ts'
import { jsonSchemaOf } from '../../src/operations/tools.ts'
import { newFolder, postJson, startTamis } from '../e2e/tamis.ts'

const canary = 'canary-of-a-file-nobody-may-read'
/** They reach for the network, which is not what is tried here. */
const leftOut = new Set(['models.pull'])

interface Schema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
}

/** An input with the path in every place that takes a text. */
function filled(schema: Schema, path: string): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, filled(field, path)]),
    )
  if (schema.type === 'array') return [filled(schema.items ?? {}, path)]
  if (schema.type === 'integer' || schema.type === 'number') return 1
  return schema.type === 'boolean' ? false : path
}

test('a path in place of any id, name or file reads and writes nothing outside', async () => {
  const folder = newFolder()
  const home = join(folder, 'deep', 'er', 'home')
  const root = join(folder, 'documents')
  mkdirSync(root)
  writeFileSync(join(folder, 'secret.md'), canary)
  writeFileSync(join(folder, 'secret.json'), JSON.stringify({ canary }))
  symlinkSync(join(folder, 'secret.md'), join(root, 'link.md'))
  symlinkSync(folder, join(root, 'up'))
  const daemon = await startTamis({ home, env: { TAMIS_KNOWLEDGE_ROOTS: root } })
  const before = namesIn(folder)
  const paths = [
    join(folder, 'secret.md'),
    join(folder, 'secret'),
    '../../../secret.md',
    '../../../../secret',
    `${root}/../secret.md`,
    `${root}/link.md`,
    `${root}/up/secret.md`,
    'file:///etc/passwd',
    '..%2f..%2f..%2fsecret.md',
    'prn_../../../secret',
    'lrn_../../../secret',
    'tool:../../../secret:x',
    'cap:../../../secret',
    '../\0secret.md',
  ]
  let calls = 0
  for (const { name, input } of operations) {
    if (leftOut.has(name)) continue
    for (const path of paths) {
      const body = filled(jsonSchemaOf(input) as Schema, path)
      const { status, text } = await postJson(`${daemon.url}/api/${name}`, body)
      expect(text, `${name} ${path}`).not.toContain(canary)
      expect(text, `${name} ${path}`).not.toContain('internal_error')
      expect(status, `${name} ${path}: ${text}`).not.toBe(500)
      calls++
    }
  }
  for (const path of paths) {
    const server = encodeURIComponent(path)
    for (const door of [`/api/mcp-gateway/${server}/rpc`, `/mcp/${server}`, `/assets/${server}`])
      expect(await (await fetch(daemon.url + door)).text()).not.toContain(canary)
  }
  const found = await postJson(`${daemon.url}/api/knowledge.search`, { query: canary })
  expect(found.text.replaceAll(/"query":"[^"]*"/g, '')).not.toContain(canary)
  expect(namesIn(folder)).toEqual(before)
  expect(calls).toBeGreaterThan(500)
  expect(await daemon.stop()).toBe(0)
}, 60_000)

/** Everything beside the home and above it. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(?:deep.er.home|documents.up.)/.test(name))
    .sort()
}
