import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { phrase } from '../../phrase.ts'
import type { EffectiveSetting, HealthCheck, Installation } from '../../ports/files/installation.ts'

/** What this machine says about the home and the runtime. */
export function nodeInstallation(
  home: string,
  settings: () => readonly EffectiveSetting[],
): Installation {
  return {
    home,
    get settings() {
      return settings()
    },
    checks: async () => [runtimeCheck(), ...homeChecks(home)],
  }
}

const leastFreeMiB = 200

/** Whether Node is new enough. */
function runtimeCheck(): HealthCheck {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isFine = major > 22 || (major === 22 && minor >= 15)
  return { name: 'Node', isFine, found: process.versions.node, fix: 'Install Node 22.15 or newer.' }
}

function homeChecks(home: string): readonly HealthCheck[] {
  if (!existsSync(home))
    return [{ name: 'home', isFine: true, found: phrase`${home} (made when needed)` }]
  const mode = statSync(home).mode & 0o777
  const { bavail, bsize } = statfsSync(home)
  const freeMiB = Math.floor((bavail * bsize) / 1024 ** 2)
  return [
    { name: 'home', isFine: isWritable(home), found: home, fix: phrase`chown -R "$USER" ${home}` },
    {
      name: 'home is private',
      isFine: process.platform === 'win32' || (mode & 0o077) === 0,
      found: mode.toString(8),
      fix: phrase`chmod 700 ${home}`,
    },
    {
      name: 'disk space',
      isFine: freeMiB > leastFreeMiB,
      found:
        freeMiB < 10_240
          ? phrase`${freeMiB} MiB free`
          : phrase`${Math.floor(freeMiB / 1024)} GiB free`,
      fix: 'Free some space, or lower store.max_bytes.',
    },
  ]
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
