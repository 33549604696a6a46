import { z } from 'zod'
import { isForbiddenHost } from '../../network/addresses.ts'

/** A value that names a variable of the environment, `${GITHUB_TOKEN}`, or of the caller, `${caller.github_token}`, also inside a longer text. */
const fromEnvironment = z
  .string()
  .regex(
    /\$\{(?:caller\.)?[A-Za-z_]\w*\}/,
    `must be "\${NAME}", with NAME set where the daemon starts, or "\${caller.NAME}": what is written out could be a secret, and no file may hold one`,
  )

/** How logins at a server are made, where it does not say all of it itself. */
const oauthSettings = z
  .strictObject({
    grant: z.enum(['authorization_code', 'client_credentials']).default('authorization_code'),
    client_id: z.string().min(1).optional(),
    client_secret: z
      .string()
      .regex(/^\$\{[A-Za-z_]\w*\}$/, `must name a variable of the environment`)
      .optional(),
    client_metadata_url: z.url({ protocol: /^https$/ }).optional(),
    scope: z.string().min(1).optional(),
  })
  .refine(
    ({ grant, client_id, client_secret }) =>
      grant === 'authorization_code' || (client_id !== undefined && client_secret !== undefined),
    'client_credentials needs client_id and client_secret',
  )

export type OAuthSettings = z.infer<typeof oauthSettings>

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
  transport: z.enum(['http', 'sse']).default('http'),
  headers: z.record(z.string(), fromEnvironment).default({}),
  oauth: oauthSettings.optional(),
  ...timing,
})

/** One upstream MCP server: a command to start, or an address to call. */
const upstreamServer = z.union([stdioServer, httpServer])

export type UpstreamServer = z.infer<typeof upstreamServer>

const patterns = z.array(z.string().min(1).max(200)).min(1)

/** Who may use what; `core/discover/gateway/policy.ts` reads them. */
const policyRule = z
  .strictObject({
    servers: patterns.optional(),
    tools: patterns.optional(),
    tokens: patterns.optional(),
    effect: z.enum(['allow', 'confirm', 'deny']).optional(),
    calls_per_minute: z.int().min(1).optional(),
    max_argument_chars: z.int().min(2).optional(),
    max_string_chars: z.int().min(400).optional(),
  })
  .refine(
    ({ servers: _, tools: __, tokens: ___, ...said }) => Object.keys(said).length > 0,
    'must say an effect or a limit',
  )

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
      `Upstream MCP servers by name, each [gateway.servers.NAME] with command, args, env, cwd or with url, transport (http, or sse for a server of 2024), headers, oauth; also timeout_ms, connect_timeout_ms, idle_s, quarantined, confirm_destructive, disabled. Values of env and headers name variables of the environment, "\${TOKEN}", or of the caller, "\${caller.token}".`,
    ),
  strict: z
    .boolean()
    .default(false)
    .describe(
      'Ask for confirmation before every tool that does not say it is harmless, not only before those that say they may destroy.',
    ),
  rules: z
    .array(policyRule)
    .max(1000)
    .default([])
    .describe(
      'Who may use what, one [[gateway.rules]] each: servers, tools and tokens as patterns with *; then effect (allow, confirm, deny), calls_per_minute, max_argument_chars, max_string_chars. The first rule that fits and names a thing decides it.',
    ),
  offer: z
    .array(z.enum(['prompts', 'resources']))
    .default([])
    .describe(
      'What of the upstreams /mcp offers beside tools: prompts, resources, both or none. /mcp/NAME always offers all of its server.',
    ),
  skills: z
    .array(z.string().min(1))
    .max(100)
    .default([])
    .describe(
      'Folders with skills: each a folder with a SKILL.md, or a folder of such folders. ~ is your home.',
    ),
  firstListingMs: z
    .int()
    .min(0)
    .default(5000)
    .describe('How long a search waits for servers that were never listed before.'),
  maxSessions: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Processes of upstream servers that clients of /mcp/NAME may have open at once; as many as a quarter of the memory holds, at 64 MB each, if empty.',
    ),
  maxStringChars: z
    .int()
    .min(400)
    .default(20_000)
    .describe('Longer strings in the results of tools are shortened, marked and recoverable.'),
  maxMediaBytes: z
    .int()
    .min(1024)
    .default(1_000_000)
    .describe(
      'Larger pictures, sounds and files in the results of tools become links that `recover` resolves.',
    ),
  resultTtlS: z
    .int()
    .min(1)
    .default(7 * 86_400)
    .describe('How long shortened results can be recovered.'),
})

/** Metadata services of clouds live there. */
function isNotLinkLocal(url: string): boolean {
  return !isForbiddenHost(new URL(url).hostname)
}
