/** Where a command's requests went before they went through us. */
export interface FormerUpstream {
  readonly variable: string
  /** The setting that leads there. */
  readonly key: string
  readonly url: string
}

const variables = [
  { variable: 'OPENAI_BASE_URL', key: 'proxy.upstreams.openai', version: '' },
  { variable: 'ANTHROPIC_BASE_URL', key: 'proxy.upstreams.anthropic', version: '/v1' },
  { variable: 'GOOGLE_GEMINI_BASE_URL', key: 'proxy.upstreams.gemini', version: '/v1beta' },
] as const

/** The providers that an environment names; an address of ours is none. */
export function formerUpstreams(
  environment: Readonly<Record<string, string | undefined>>,
  ours: readonly string[],
): readonly FormerUpstream[] {
  return variables.flatMap(({ variable, key, version }) => {
    const base = environment[variable]?.replace(/\/+$/, '')
    if (!base || ours.some((own) => originOf(own) === originOf(base))) return []
    return [{ variable, key, url: `${base}${version}` }]
  })
}

/** Loopback has two names. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin.replace('//localhost', '//127.0.0.1') : undefined
}
