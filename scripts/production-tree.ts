import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package that ships to users, as the lockfile pins it. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly integrity: string
  readonly hasInstallScript: boolean
  /** Named in package.json, not brought along by another. */
  readonly isDirect: boolean
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

const lockfile = join(import.meta.dirname, '../package-lock.json')

/** Everything `npm install tamis` brings, by name. */
export function productionTree(): readonly ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const direct = new Set(Object.keys(packages['']?.dependencies ?? {}))
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return {
        name,
        version: locked.version ?? '',
        license: locked.license ?? '',
        integrity: locked.integrity ?? '',
        hasInstallScript: locked.hasInstallScript ?? false,
        isDirect: direct.has(name),
      }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
