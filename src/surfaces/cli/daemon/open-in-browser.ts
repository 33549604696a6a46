import { spawn } from 'node:child_process'

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the user's browser; where that cannot be done, the printed address is enough. */
export function openInBrowser(url: string): void {
  const [command, ...words] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
