import { spawn } from 'node:child_process'

/** The system's own place for secrets. */
export interface Keyring {
  read(account: string): Promise<string | undefined>
  /** Whether it was kept, and can be read again. */
  write(account: string, secret: string): Promise<boolean>
}

const service = 'tamis'
const patienceMs = 5000

/** How each system's own tool is called; the secret goes through a pipe, where no list of processes shows it. */
interface Tool {
  readonly command: string
  readArgs(account: string): readonly string[]
  writeArgs(account: string): readonly string[]
  writeInput(account: string, secret: string): string
}

const secretTool: Tool = {
  command: 'secret-tool',
  readArgs: (account) => ['lookup', 'service', service, 'account', account],
  writeArgs: (account) => ['store', '--label', 'Tamis', 'service', service, 'account', account],
  writeInput: (_, secret) => secret,
}

const security: Tool = {
  command: 'security',
  readArgs: (account) => ['find-generic-password', '-s', service, '-a', account, '-w'],
  writeArgs: () => ['-i'],
  writeInput: (account, secret) =>
    `add-generic-password -U -s ${service} -a ${JSON.stringify(account)} -w ${secret}\n`,
}

/** The keyring of this machine, where one can be reached: libsecret on a desktop session, the keychain of macOS. */
export function systemKeyring(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Keyring | undefined {
  if (platform === 'darwin') return keyringBy(security, environment)
  const hasSession = environment.DBUS_SESSION_BUS_ADDRESS !== undefined
  return platform === 'linux' && hasSession ? keyringBy(secretTool, environment) : undefined
}

function keyringBy(tool: Tool, env: Readonly<Record<string, string | undefined>>): Keyring {
  const run = (args: readonly string[], input = ''): Promise<string | undefined> =>
    new Promise((resolve) => {
      const child = spawn(tool.command, args, {
        env: { ...env },
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout: patienceMs,
      })
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      // A tool that is not installed is a keyring that is not there.
      child.on('error', () => resolve(undefined))
      child.stdin.on('error', () => undefined)
      child.on('close', (code) => resolve(code === 0 ? said.trim() : undefined))
      child.stdin.end(input)
    })
  const read = async (account: string): Promise<string | undefined> =>
    (await run(tool.readArgs(account))) || undefined
  return {
    read,
    async write(account, secret) {
      await run(tool.writeArgs(account), tool.writeInput(account, secret))
      return (await read(account)) === secret
    },
  }
}
