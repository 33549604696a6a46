import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Credentials } from '../../ports/credentials.ts'
import type { ServerDefinition } from './definition.ts'

/** A value of the caller in `env` or `headers`. */
export const callerPattern = /\$\{caller\.([A-Za-z_]\w*)\}/g

const keptValue = z.strictObject({ target: z.string(), value: z.string() })

const nameOf = (server: string, name: string, person: string): readonly string[] => [
  'value',
  server,
  name,
  person,
]

/** Keeps a value for one server: another that takes its name does not get it. */
export async function writeCallerValue(
  credentials: Credentials,
  definition: ServerDefinition,
  {
    name,
    person,
    value,
  }: { readonly name: string; readonly person: string; readonly value: string },
): Promise<void> {
  const kept = { target: targetOf(definition), value }
  await credentials.write(nameOf(definition.name, name, person), JSON.stringify(kept))
}

export function removeCallerValue(
  credentials: Credentials,
  server: string,
  name: string,
  person: string,
): Promise<boolean> {
  return credentials.remove(nameOf(server, name, person))
}

/** Server, name and person of every value that is kept. */
export async function listCallerValues(
  credentials: Credentials,
): Promise<readonly { server: string; name: string; person: string }[]> {
  return (await credentials.names()).flatMap(([kind, server, name, person]) =>
    kind === 'value' && server !== undefined && name !== undefined && person !== undefined
      ? [{ server, name, person }]
      : [],
  )
}

/** The definition with the values of this person filled in; throws where one is missing. */
export async function fillCallerValues(
  credentials: Credentials,
  definition: ServerDefinition,
  person: string,
  caller: Caller | undefined,
): Promise<ServerDefinition> {
  const values = new Map<string, string>()
  for (const name of definition.callerNames) {
    const value = await readValue(credentials, definition, name, person)
    if (value === undefined) throw missing(definition.name, name, caller)
    values.set(name, value)
  }
  if (values.size === 0) return definition
  const fill = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [
        key,
        text.replace(callerPattern, (_, name: string) => values.get(name) ?? ''),
      ]),
    )
  return definition.transport !== 'stdio'
    ? { ...definition, headers: fill(definition.headers) }
    : { ...definition, env: fill(definition.env) }
}

async function readValue(
  credentials: Credentials,
  definition: ServerDefinition,
  name: string,
  person: string,
): Promise<string | undefined> {
  const text = await credentials.read(nameOf(definition.name, name, person))
  if (text === undefined) return undefined
  const kept = keptValue.parse(JSON.parse(text))
  return kept.target === targetOf(definition) ? kept.value : undefined
}

/** What a value was given for: an address, or a command. */
function targetOf(definition: ServerDefinition): string {
  return definition.transport !== 'stdio' ? definition.url : definition.command
}

function missing(server: string, name: string, caller: Caller | undefined): EngineError {
  const whose = caller ? `the ${name} of ${caller.name}` : `a ${name}`
  const forWhom = caller ? ` --token ${caller.name}` : ''
  return new EngineError('credential_missing', phrase`${server} needs ${whose}`, {
    hint: phrase`Set it: \`tamis gateway credential set ${server} ${name}${forWhom}\`.`,
    details: { server, name },
  })
}
