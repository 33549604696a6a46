import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'

interface Address {
  readonly host: string
  readonly port: number
}

/** Binds the address; resolves to the port, which is another than asked for where that was 0. */
export function listen(server: Server, address: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(unavailable(address, cause)))
    server.listen(address.port, address.host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** What the system says of a port; of anything else the host is the cause. */
const ofPort = ['EADDRINUSE', 'EACCES']

function unavailable({ host, port }: Address, cause: NodeJS.ErrnoException): EngineError {
  const { code = '' } = cause
  return new EngineError(
    'address_unavailable',
    code === 'EADDRINUSE'
      ? phrase`Port ${port} on ${host} is taken`
      : phrase`Cannot listen on ${host}:${port} (${code})`,
    {
      hint: ofPort.includes(code)
        ? 'Choose another with --port, or --port 0 for any free one.'
        : 'Choose an address of this machine with --host.',
      cause,
    },
  )
}
