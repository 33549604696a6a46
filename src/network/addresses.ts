import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Link-local ranges, and the addresses under which clouds hand out their machines' secrets. */
const forbidden = new BlockList()
forbidden.addSubnet('169.254.0.0', 16)
forbidden.addSubnet('0.0.0.0', 8)
forbidden.addAddress('100.100.100.200')
forbidden.addAddress('192.0.0.192')
forbidden.addSubnet('fe80::', 10, 'ipv6')
forbidden.addAddress('fd00:ec2::254', 'ipv6')

const forbiddenNames = /^(?:metadata|metadata\.google\.internal|instance-data)\.?$/i

/** Whether a host name or literal address may never be asked. */
export function isForbiddenHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return forbiddenNames.test(bare) || isForbiddenAddress(bare)
}

/** Looks names up as usual and refuses those that lead to a forbidden address, however they are called. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    const bad = found.find(({ address }) => isForbiddenAddress(address))
    const [first] = found
    if (bad || !first) {
      const refusal: NodeJS.ErrnoException = new Error(`${hostname} leads to a forbidden address`)
      refusal.code = 'EADDRFORBIDDEN'
      return callback(refusal, '', 0)
    }
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}

function isForbiddenAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return forbidden.check(mapped)
  const family = isIP(address)
  return family !== 0 && forbidden.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
