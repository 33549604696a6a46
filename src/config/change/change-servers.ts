import { isDeepStrictEqual } from 'node:util'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { isTable, readTable } from './set-setting.ts'

/** Names that stand in ids, addresses and tables as they are. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/

/** The lines that add an upstream with an address; it is seen and not called until a person approves. */
export function serverSection(name: string, url: string): string {
  if (!plainName.test(name))
    throw new EngineError('invalid_input', 'A name has letters, digits, - and _ only', {
      details: { path: 'name' },
    })
  return `[gateway.servers.${name}]\nurl = ${JSON.stringify(url)}\nquarantined = true`
}

/** Lines that another program's configuration gave, with the same caution. */
export function quarantined(section: string): string {
  const [header = '', ...rest] = section.split('\n')
  return [header, 'quarantined = true', ...rest].join('\n')
}

/** A text with sections at its end. */
export function withSections(text: string, sections: readonly string[]): string {
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  return `${text}${gap}${sections.join('\n\n')}\n`
}

/** A text without an upstream; everything else stays byte for byte, or the change is refused. */
export function withoutServer(text: string, file: string, name: string): string {
  if (!hasServer(readTable(text), name))
    throw new EngineError('server_not_found', phrase`${file} names no server ${name}`, {
      hint: '`tamis gateway list` shows what there is.',
    })
  const lines = text.split(/(?<=\n)/)
  let isOwn = false
  const kept = lines.filter((line) => {
    const header = /^\s*\[{1,2}([^\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line.trimEnd())?.[1]
    if (header !== undefined) isOwn = isSectionOf(header, name)
    return !isOwn
  })
  const after = kept.join('')
  if (isDeepStrictEqual(readTable(after), withoutTable(readTable(text), name))) return after
  throw new EngineError('config_invalid', phrase`${name} cannot be taken out of ${file} safely`, {
    hint: 'Take it out by hand; the file was not changed.',
    details: { file },
  })
}

function isSectionOf(header: string, name: string): boolean {
  const plain = header.replaceAll(/["'\s]/g, '')
  const own = `gateway.servers.${name}`
  return plain === own || plain.startsWith(`${own}.`)
}

function hasServer(whole: Record<string, unknown> | undefined, name: string): boolean {
  const gateway = whole?.gateway
  return isTable(gateway) && isTable(gateway.servers) && Object.hasOwn(gateway.servers, name)
}

function withoutTable(whole: Record<string, unknown> | undefined, name: string): unknown {
  const gateway = whole?.gateway
  if (!isTable(gateway) || !isTable(gateway.servers)) return undefined
  const { [name]: _gone, ...servers } = gateway.servers
  const { servers: _, ...others } = gateway
  const rest = Object.keys(servers).length > 0 ? { ...others, servers } : others
  const { gateway: __, ...outside } = whole ?? {}
  return Object.keys(rest).length > 0 ? { ...outside, gateway: rest } : outside
}
