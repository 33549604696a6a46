import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionTree } from '../scripts/production-tree.ts'
import { newFolder } from './e2e/tamis.ts'

const root = join(import.meta.dirname, '..')
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>

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

test('packing twice gives the same bytes', () => {
  const pack = (): string => {
    const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', newFolder()]
    const printed = execFileSync('npm', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [packed] = Object.values(JSON.parse(printed) as Record<string, { integrity: string }>)
    return packed?.integrity ?? ''
  }
  const first = pack()
  expect(first).toMatch(/^sha512-/)
  expect(pack()).toBe(first)
})
