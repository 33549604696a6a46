import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packedPackages } from './packed.mjs'

/** A package that ships to users, as the lockfile pins it. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly integrity: string
  readonly hasInstallScript: boolean
  /** Named in package.json, not brought along by another. */
  readonly isDirect: boolean
  /** A part of it lies in `dist`: npm does not install it. */
  readonly isPacked: boolean
}

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

const packed = new Set(packedPackages.map((name) => `node_modules/${name}`))
const isPacked = (path: string): boolean => packed.has(path)

const lockfile = join(import.meta.dirname, '../package-lock.json')

/** Everything `npm install tamis` brings, as a package or packed in ours, by name. */
export function productionTree(): readonly ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const direct = new Set(Object.keys(packages['']?.dependencies ?? {}))
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) => isPacked(path) || !(path === '' || dev || devOptional),
    )
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return {
        name,
        version: locked.version ?? '',
        license: locked.license ?? '',
        integrity: locked.integrity ?? '',
        hasInstallScript: locked.hasInstallScript ?? false,
        isDirect: direct.has(name) || isPacked(path),
        isPacked: isPacked(path),
      }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
