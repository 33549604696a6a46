import { z } from 'zod'

/** A value that names a variable of the environment: `${GITHUB_TOKEN}`, also inside a longer text. */
const fromEnvironment = z
  .string()
  .regex(/\$\{[A-Za-z_]\w*\}/, `must name a variable of the environment, such as \${GITHUB_TOKEN}`)

const timing = {
  timeout_ms: z.int().min(1).default(60_000),
  connect_timeout_ms: z.int().min(1).default(15_000),
  idle_s: z.int().min(1).default(300),
  quarantined: z.boolean().default(false),
  confirm_destructive: z.boolean().default(true),
  disabled: z.boolean().default(false),
}

const stdioServer = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), fromEnvironment).default({}),
  cwd: z.string().min(1).optional(),
  ...timing,
})

const httpServer = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).refine(isNotLinkLocal, 'may not be a link-local address'),
  headers: z.record(z.string(), fromEnvironment).default({}),
  ...timing,
})

/** One upstream MCP server: a command to start, or an address to call. */
const upstreamServer = z.union([stdioServer, httpServer])

export type UpstreamServer = z.infer<typeof upstreamServer>

/** Names are part of tool ids, so they are short and plain. */
const upstreamName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/, 'must be 1 to 32 letters, digits, dots or dashes')
  .refine((name) => name !== 'tamis', 'is our own name')

export const gateway = z.strictObject({
  servers: z
    .record(upstreamName, upstreamServer)
    .default({})
    .describe(
      `Upstream MCP servers by name, each [gateway.servers.NAME] with command, args, env, cwd or with url, headers; also timeout_ms, connect_timeout_ms, idle_s, quarantined, confirm_destructive, disabled. Values of env and headers name variables of the environment: "\${TOKEN}".`,
    ),
  firstListingMs: z
    .int()
    .min(0)
    .default(5000)
    .describe('How long a search waits for servers that were never listed before.'),
  maxStringChars: z
    .int()
    .min(400)
    .default(20_000)
    .describe('Longer strings in the results of tools are shortened, marked and recoverable.'),
  resultTtlS: z
    .int()
    .min(1)
    .default(7 * 86_400)
    .describe('How long shortened results can be recovered.'),
})

/** Metadata services of clouds live there. */
function isNotLinkLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return !/^169\.254\.|^\[fe[89ab]|^\[fd00:ec2/i.test(hostname)
}
