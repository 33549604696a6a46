import { z } from 'zod'
import { isObject } from '../../core/text/json-splice.ts'
import { upstreamNames } from '../../core/wire/upstreams.ts'
import type { Environment } from '../process-environment.ts'

/** A table under `[proxy.upstreams]`: one more address, with a name of its own. */
const namedUpstream = z.strictObject({
  wire: z.enum(upstreamNames),
  base_url: z.url({ protocol: /^https?$/ }).refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), {
    message: 'holds a name or password, which belong in the environment',
  }),
  key_variable: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'must be the name of a variable of the environment')
    .optional(),
})

/** Names are part of paths, so they are short and plain. */
export const namedUpstreams = z
  .record(
    z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'must be 1 to 32 small letters, digits, _ or -'),
    namedUpstream,
  )
  .default({})
  .describe(
    `More addresses by name, each \`[proxy.upstreams.NAME]\` with \`wire\` (${upstreamNames.join(', ')}), \`base_url\` and \`key_variable\`, the variable of the environment that holds its key. \`/u/NAME/v1/…\` leads there.`,
  )

type NamedUpstreams = z.infer<typeof namedUpstreams>

/** The keys of named upstreams, from the variables they name. */
export function upstreamKeys(
  upstreams: NamedUpstreams,
  environment: Environment,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(upstreams).flatMap(([name, { key_variable: variable }]) => {
      const key = variable === undefined ? undefined : environment[variable]
      return key === undefined || key === '' ? [] : [[name, key]]
    }),
  )
}

/** Tables under `[proxy.upstreams]` are names, its other values the addresses of families. */
export function withNamedUpstreams(tables: Record<string, unknown>): Record<string, unknown> {
  const { proxy } = tables
  if (!isObject(proxy) || !isObject(proxy.upstreams)) return tables
  const entries = Object.entries(proxy.upstreams)
  const named = entries.filter(([, value]) => isObject(value))
  if (named.length === 0) return tables
  const upstreams = Object.fromEntries(entries.filter(([, value]) => !isObject(value)))
  return {
    ...tables,
    proxy: { ...proxy, upstreams, named_upstreams: Object.fromEntries(named) },
  }
}
