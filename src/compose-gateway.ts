import type { ServerDefinition } from './adapters/mcp-client/definition.ts'
import type { UpstreamServer } from './config/gateway.ts'
import { type Environment, processEnvironment } from './config/process-environment.ts'
import type { Config } from './config/schema.ts'
import type { EngineSettings } from './engine.ts'

/** The upstreams of the configuration, with secrets filled in from the environment. */
export function upstreamDefinitions(
  { gateway }: Pick<Config, 'gateway'>,
  environment: Environment = processEnvironment(),
): readonly ServerDefinition[] {
  return Object.entries(gateway.servers)
    .filter(([, server]) => !server.disabled)
    .map(([name, server]) => toDefinition(name, server, environment))
}

/** What the core knows of the gateway, and the same sets again when the configuration changes. */
export interface LiveGatewaySettings {
  readonly settings: EngineSettings['gateway']
  update(config: Pick<Config, 'gateway'>): void
}

export function liveGatewaySettings(config: Pick<Config, 'gateway'>): LiveGatewaySettings {
  const first = gatewaySettings(config)
  const quarantined = new Set(first.quarantined)
  const unconfirmed = new Set(first.unconfirmed)
  return {
    settings: { ...first, quarantined, unconfirmed },
    update(changed) {
      const next = gatewaySettings(changed)
      refill(quarantined, next.quarantined)
      refill(unconfirmed, next.unconfirmed)
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
  return {
    quarantined: names(({ quarantined }) => quarantined),
    unconfirmed: names(({ confirm_destructive }) => !confirm_destructive),
    firstListingMs: gateway.firstListingMs,
    maxStringChars: gateway.maxStringChars,
    resultTtlMs: gateway.resultTtlS * 1000,
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
  const common = {
    name,
    timeoutMs: server.timeout_ms,
    connectTimeoutMs: server.connect_timeout_ms,
    idleMs: server.idle_s * 1000,
    ...(missing.size > 0 ? { problem: `set ${[...missing].join(', ')} in the environment` } : {}),
  }
  if ('url' in server) return { ...common, transport: 'http', url: server.url, headers: filled }
  const { command, args, cwd } = server
  return { ...common, transport: 'stdio', command, args, cwd, env: filled }
}

function fillIn(text: string, environment: Environment, missing: Set<string>): string {
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => {
    const value = environment[variable]
    if (value === undefined || value === '') missing.add(variable)
    return value ?? ''
  })
}
