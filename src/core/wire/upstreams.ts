/** By their names in lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** What is known of a family besides the formats it speaks. */
interface UpstreamFamily {
  /** As people call it. */
  readonly title: string
  /** The header that carries a key, and what stands before the key. */
  readonly key: readonly [name: string, prefix: string]
  /** What of these paths a base URL holds already. */
  readonly base: string
  /** Paths that are nobody else's. */
  readonly paths?: RegExp
  /** Where a request goes when the configuration does not say; `undefined`: nowhere. */
  defaultBaseUrl(path: string): string | undefined
  /** Requests are signed over their body, which must not change then. */
  readonly isSigned?: boolean
  /** Others speak at its paths too: the headers say whose a request is. */
  readonly isShared?: boolean
  /** Whether a client with these headers means it. */
  isMeantBy?(headers: Headers): boolean
}

const bearer = ['authorization', 'Bearer '] as const
const nowhere = (): undefined => undefined

/** Data about the families, said once. */
const families = {
  openai: {
    title: 'OpenAI',
    key: bearer,
    base: '/v1',
    defaultBaseUrl: () => 'https://api.openai.com/v1',
    isShared: true,
  },
  anthropic: {
    title: 'Anthropic',
    key: ['x-api-key', ''],
    base: '/v1',
    defaultBaseUrl: () => 'https://api.anthropic.com/v1',
    isMeantBy: (headers) => headers['anthropic-version'] !== undefined,
  },
  gemini: {
    title: 'Gemini',
    key: ['x-goog-api-key', ''],
    base: '/v1beta',
    paths: /^\/v1beta\//,
    defaultBaseUrl: () => 'https://generativelanguage.googleapis.com/v1beta',
    isMeantBy: (headers) =>
      headers['x-goog-api-key'] !== undefined && headers.authorization === undefined,
  },
  ollama: {
    title: 'Ollama',
    key: bearer,
    base: '',
    paths: /^\/api\/(?:chat|generate|tags|show|embed|embeddings|ps|version)$/,
    defaultBaseUrl: () => 'http://127.0.0.1:11434',
  },
  azure: {
    title: 'Azure OpenAI',
    key: ['api-key', ''],
    base: '',
    paths: /^\/openai\//,
    defaultBaseUrl: nowhere,
  },
  vertex: {
    title: 'Vertex AI',
    key: bearer,
    base: '/v1',
    paths: /^\/v1\/projects\//,
    defaultBaseUrl: vertexBaseUrl,
  },
  bedrock: {
    title: 'Bedrock',
    key: bearer,
    base: '',
    paths: /^\/model\/[^/]+\/(?:invoke|converse|invoke-with-response-stream|converse-stream)$/,
    defaultBaseUrl: nowhere,
    isSigned: true,
  },
} as const satisfies Readonly<Record<string, UpstreamFamily>>

/** Which family of providers a request is meant for. */
export type UpstreamName = keyof typeof families

export const upstreamFamilies: Readonly<Record<UpstreamName, UpstreamFamily>> = families

export const upstreamNames = Object.keys(families) as readonly UpstreamName[]

/** The family whose path this is, and nobody else's. */
export function familyOfPath(path: string): UpstreamName | undefined {
  return upstreamNames.find((name) => upstreamFamilies[name].paths?.test(path))
}

const meantByHeaders = upstreamNames.filter((name) => upstreamFamilies[name].isMeantBy)

/** The family whose headers these are; most families share OpenAI's. */
export function familyOfHeaders(headers: Headers): UpstreamName {
  return meantByHeaders.find((name) => upstreamFamilies[name].isMeantBy?.(headers)) ?? 'openai'
}

/** Vertex has a host for each region, which its paths name. */
function vertexBaseUrl(path: string): string | undefined {
  const location = /^\/v1\/projects\/[^/]+\/locations\/([a-z]+-[a-z]+\d+|global)\//.exec(path)?.[1]
  if (location === undefined) return undefined
  const host = location === 'global' ? '' : `${location}-`
  return `https://${host}aiplatform.googleapis.com/v1`
}

/** Addresses that go by a name of their own: `/u/NAME/v1/…` leads there. */
export interface NamedUpstream {
  readonly wire: UpstreamName
  readonly baseUrl: string
  /** Only a login with this header is taken there. */
  readonly loginHeader?: string
}

/** Names that need no configuration. Nothing is sent there unless a request asks for it. */
export const presetUpstreams: Readonly<Record<string, NamedUpstream>> = {
  /** Codex with a ChatGPT login. */
  chatgpt: {
    wire: 'openai',
    baseUrl: 'https://chatgpt.com/backend-api/codex',
    loginHeader: 'chatgpt-account-id',
  },
  /** A stand-in inside the proxy, for demos: nothing leaves the machine. */
  demo: { wire: 'openai', baseUrl: 'http://demo.invalid/v1' },
  openrouter: { wire: 'openai', baseUrl: 'https://openrouter.ai/api/v1' },
}

const logins = Object.entries(presetUpstreams).flatMap(([name, { loginHeader }]) =>
  loginHeader === undefined ? [] : [{ name, header: loginHeader }],
)

/** The name of the upstream whose login these headers carry. */
export function loginOf(headers: Headers): string | undefined {
  for (const { name, header } of logins) if (headers[header] !== undefined) return name
  return undefined
}
