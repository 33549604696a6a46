import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { callerPattern } from '../adapters/mcp-client/caller-values.ts'
import type { OAuthDefinition, ServerDefinition } from '../adapters/mcp-client/definition.ts'
import { type Environment, processEnvironment } from '../config/process-environment.ts'
import type { Config } from '../config/schema.ts'
import type { OAuthSettings, UpstreamServer } from '../config/sections/gateway.ts'
import type { EngineSettings } from '../engine.ts'

/** The upstreams of the configuration, with secrets filled in from the environment. */
export function upstreamDefinitions(
  { gateway }: Pick<Config, 'gateway'>,
  environment: Environment = processEnvironment(),
): readonly ServerDefinition[] {
  return Object.entries(gateway.servers)
    .filter(([, server]) => !server.disabled)
    .map(([name, server]) => toDefinition(name, server, environment))
}

/** Folders with skills, `~` being the home of whoever runs this. */
export function skillPaths({ gateway }: Pick<Config, 'gateway'>): readonly string[] {
  return gateway.skills.map((path) => resolve(path.replace(/^~(?=$|[\\/])/, homedir())))
}

/** What the core knows of the gateway, and the same sets again when the configuration changes. */
interface LiveGatewaySettings {
  readonly settings: EngineSettings['gateway']
  update(config: Pick<Config, 'gateway'>): void
}

export function liveGatewaySettings(config: Pick<Config, 'gateway'>): LiveGatewaySettings {
  const first = gatewaySettings(config)
  const quarantined = new Set(first.quarantined)
  const unconfirmed = new Set(first.unconfirmed)
  let { policy } = first
  return {
    settings: { ...first, quarantined, unconfirmed, policy: () => policy() },
    update(changed) {
      const next = gatewaySettings(changed)
      refill(quarantined, next.quarantined)
      refill(unconfirmed, next.unconfirmed)
      policy = next.policy
    },
  }
}

function refill(set: Set<string>, names: ReadonlySet<string>): void {
  set.clear()
  for (const name of names) set.add(name)
}

function gatewaySettings({ gateway }: Pick<Config, 'gateway'>): EngineSettings['gateway'] {
  const names = (isMeant: (server: UpstreamServer) => boolean): ReadonlySet<string> =>
    new Set(
      Object.entries(gateway.servers)
        .filter(([, server]) => isMeant(server))
        .map(([name]) => name),
    )
  const policy = policyOf(gateway)
  return {
    quarantined: names(({ quarantined }) => quarantined),
    unconfirmed: names(({ confirm_destructive }) => !confirm_destructive),
    policy: () => policy,
    offers: gateway.offer,
    firstListingMs: gateway.firstListingMs,
    maxStringChars: gateway.maxStringChars,
    maxMediaBytes: gateway.maxMediaBytes,
    resultTtlMs: gateway.resultTtlS * 1000,
  }
}

function policyOf({
  strict,
  rules,
}: Config['gateway']): ReturnType<EngineSettings['gateway']['policy']> {
  return {
    isStrict: strict,
    rules: rules.map(({ calls_per_minute, max_argument_chars, max_string_chars, ...rule }) => ({
      ...rule,
      callsPerMinute: calls_per_minute,
      maxArgumentChars: max_argument_chars,
      maxStringChars: max_string_chars,
    })),
  }
}

function toDefinition(
  name: string,
  server: UpstreamServer,
  environment: Environment,
): ServerDefinition {
  const missing = new Set<string>()
  const fill = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([key, text]) => [key, fillIn(text, environment, missing)]),
    )
  const filled = 'url' in server ? fill(server.headers) : fill(server.env)
  const toOAuth = (oauth: OAuthSettings): OAuthDefinition => ({
    grant: oauth.grant,
    clientId: oauth.client_id,
    clientSecret: oauth.client_secret && fillIn(oauth.client_secret, environment, missing),
    clientMetadataUrl: oauth.client_metadata_url,
    scope: oauth.scope,
  })
  const oauth = 'url' in server && server.oauth ? toOAuth(server.oauth) : undefined
  const common = {
    name,
    timeoutMs: server.timeout_ms,
    connectTimeoutMs: server.connect_timeout_ms,
    idleMs: server.idle_s * 1000,
    callerNames: callerNamesIn(filled),
    ...(missing.size > 0 ? { problem: `set ${[...missing].join(', ')} in the environment` } : {}),
  }
  if ('url' in server) {
    const { url, transport } = server
    return { ...common, transport, url, headers: filled, oauth }
  }
  const { command, args, cwd } = server
  return { ...common, transport: 'stdio', command, args, cwd, env: filled }
}

/** Which values of a caller these texts name. */
function callerNamesIn(texts: Readonly<Record<string, string>>): readonly string[] {
  const found = Object.values(texts).flatMap((text) => [...text.matchAll(callerPattern)])
  return [...new Set(found.map(([, name = '']) => name))]
}

function fillIn(text: string, environment: Environment, missing: Set<string>): string {
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => {
    const value = environment[variable]
    if (value === undefined || value === '') missing.add(variable)
    return value ?? ''
  })
}
