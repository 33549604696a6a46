import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionTree } from '../scripts/production-tree.ts'
import { newFolder } from './e2e/tamis.ts'

const root = join(import.meta.dirname, '..')
const { dependencies, devDependencies, scripts } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Readonly<
  Record<'dependencies' | 'devDependencies' | 'scripts', Readonly<Record<string, string>>>
>

/** Licences that let anyone use Tamis as they like. */
const permissive = /^(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0)$/

test('no package that ships runs a script when it is installed', () => {
  expect(productionTree().filter(({ hasInstallScript }) => hasInstallScript)).toEqual([])
})

test('every package that ships is pinned by version and digest, under a permissive licence', () => {
  const loose = productionTree().filter(
    ({ version, license, integrity }) =>
      !/^\d+\.\d+\.\d+/.test(version) ||
      !permissive.test(license) ||
      !integrity.startsWith('sha512-'),
  )
  expect(loose).toEqual([])
  expect(productionTree().length).toBeLessThan(60)
})

test('package.json names exact versions', () => {
  const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
  )
  expect(ranges).toEqual([])
})

test('the bill of materials lists what ships, the same each time', () => {
  const print = (): string =>
    execFileSync(process.execPath, [join(root, 'scripts/sbom.ts')], { encoding: 'utf8' })
  const printed = print()
  const { components } = JSON.parse(printed) as { components: { name: string; version: string }[] }
  const named = components.map(({ name, version }) => `${name}@${version}`)
  expect(named).toEqual(productionTree().map(({ name, version }) => `${name}@${version}`))
  expect(print()).toBe(printed)
})

interface Packed {
  readonly integrity: string
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

function pack(): Packed {
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', newFolder()]
  const printed = execFileSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = Object.values(JSON.parse(printed) as Record<string, Packed>)
  if (!packed) throw new Error('npm packed nothing')
  return packed
}

test('packing twice gives the same bytes, and nothing that only we read', () => {
  const first = pack()
  expect(first.integrity).toMatch(/^sha512-/)
  expect(pack().integrity).toBe(first.integrity)
  expect(first.files.filter(({ path }) => /\.(?:map|test\.|contract\.)/.test(path))).toEqual([])
})

test('what is installed stays under 60 MB', () => {
  const installed = productionTree().filter(({ isPacked }) => !isPacked)
  const bytes = installed.reduce((sum, { name }) => sum + sizeOf(`node_modules/${name}`), 0)
  expect((bytes + pack().unpackedSize) / 1e6).toBeLessThan(60)
})

test('no script runs when the package is installed', () => {
  const installing = ['preinstall', 'install', 'postinstall', 'prepare']
  expect(Object.keys(scripts).filter((name) => installing.includes(name))).toEqual([])
})

function sizeOf(folder: string): number {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
