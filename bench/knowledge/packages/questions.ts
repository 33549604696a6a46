/** A question over the installed packages, and how the passage that answers it is told. */
export interface PackageQuestion {
  readonly query: string
  /** The package that answers. */
  readonly of: string
  /** Of the file, below the folder of its package. */
  readonly path: RegExp
  /** What the right passage says. */
  readonly says: RegExp
}

/** Versions are fixed, so that two runs search the same texts. */
export const packages = {
  hono: '4.13.18',
  zod: '4.6.7',
  undici: '7.30.2',
  typescript: '5.9.3',
} as const

/** Written before any was searched for; what is wrong with the search was looked for on these. */
export const open: readonly PackageQuestion[] = [
  { of: 'hono', query: 'how do I set a cookie in hono', path: /cookie/, says: /\bsetCookie\b/ },
  {
    of: 'hono',
    query: 'where does hono check that a JWT has expired',
    path: /jwt/,
    says: /JwtTokenExpired/,
  },
  {
    of: 'hono',
    query: 'which middleware limits the size of a request body',
    path: /body-limit/,
    says: /bodyLimit|maxSize/,
  },
  {
    of: 'hono',
    query: 'how is a route path split into its parts',
    path: /utils\/url/,
    says: /split(?:Routing)?Path/,
  },
  {
    of: 'hono',
    query: 'how to stream server-sent events',
    path: /streaming\/sse/,
    says: /streamSSE|SSEStreamingApi/,
  },
  {
    of: 'zod',
    query: 'how does zod validate an email address',
    path: /regexes|schemas|types|checks|api/,
    says: /email/i,
  },
  {
    of: 'zod',
    query: 'flatten a ZodError into field errors',
    path: /errors?|ZodError/i,
    says: /flatten/,
  },
  {
    of: 'zod',
    query: 'convert a zod schema to JSON Schema',
    path: /to-json-schema|json-schema|README/,
    says: /toJSONSchema|JSONSchemaGenerator|process/,
  },
  {
    of: 'zod',
    query: 'how are unknown keys of an object rejected',
    path: /schemas|types|api/,
    says: /strict|unrecognized_keys/,
  },
  {
    of: 'zod',
    query: 'French error message for a string that is too short',
    path: /locales\/fr(?:-CA)?\.|locales\/fr/,
    says: /too_small|Trop petit/,
  },
  {
    of: 'undici',
    query: 'how do I send requests through a proxy',
    path: /ProxyAgent|proxy/i,
    says: /proxy/i,
  },
  {
    of: 'undici',
    query: 'how do I mock a request in tests',
    path: /mock/i,
    says: /MockAgent|MockPool|intercept/,
  },
  {
    of: 'undici',
    query: 'how long does undici wait for response headers',
    path: /client/i,
    says: /headersTimeout/,
  },
  {
    of: 'undici',
    query: 'are credentials kept in headers when a redirect is followed',
    path: /redirect/i,
    says: /authorization|shouldRemoveHeader|cleanRequestHeaders/i,
  },
  {
    of: 'undici',
    query: 'where is the retry delay computed from the Retry-After header',
    path: /retry-handler|RetryHandler/,
    says: /retry-?after/i,
  },
  {
    of: 'typescript',
    query: 'which utility type makes all properties of a type optional',
    path: /lib\.es5\.d\.ts/,
    says: /type Partial</,
  },
  {
    of: 'typescript',
    query: 'declaration of findLast on arrays',
    path: /lib\.es2023\.array/,
    says: /findLast\b/,
  },
  {
    of: 'typescript',
    query: 'type that extracts the return type of a function',
    path: /lib\.es5\.d\.ts/,
    says: /type ReturnType</,
  },
  {
    of: 'typescript',
    query: 'group the elements of an iterable by a key into an object',
    path: /lib\.(?:es2024|esnext)\.(?:object|collection)/,
    says: /groupBy/,
  },
  {
    of: 'typescript',
    query: 'what does Promise.withResolvers return',
    path: /lib\.es2024\.promise/,
    says: /withResolvers/,
  },
]

/** Written at the same time and kept apart: only their total was seen while the ranking changed, not which were missed. */
export const heldOut: readonly PackageQuestion[] = [
  {
    of: 'hono',
    query: 'how can I allow requests from another origin',
    path: /cors/,
    says: /cors|Access-Control-Allow-Origin/i,
  },
  {
    of: 'hono',
    query: 'compare two strings without leaking timing',
    path: /buffer/,
    says: /timingSafeEqual/,
  },
  {
    of: 'hono',
    query: 'how do I get the IP address of the client',
    path: /conninfo/,
    says: /[Cc]onnInfo|remote/,
  },
  { of: 'hono', query: 'where is basicAuth defined', path: /basic-auth/, says: /basicAuth/ },
  { of: 'hono', query: 'add an ETag header to responses', path: /etag/, says: /etag/i },
  {
    of: 'zod',
    query: 'make every property of an object schema optional',
    path: /schemas|util|types|api/,
    says: /partial/i,
  },
  {
    of: 'zod',
    query: 'how is a discriminated union resolved to the right option',
    path: /schemas|types/,
    says: /[dD]iscriminat(?:or|edUnion)/,
  },
  {
    of: 'zod',
    query: 'turn a string into a number before it is validated',
    path: /coerce|api|schemas|types/,
    says: /coerce/i,
  },
  {
    of: 'zod',
    query: 'what happens when an async refinement meets a synchronous parse',
    path: /parse|core|schemas|types/,
    says: /\$?ZodAsyncError|Promise/,
  },
  {
    of: 'zod',
    query: 'pretty-print validation errors for people',
    path: /errors/,
    says: /prettifyError|toDotPath/,
  },
  {
    of: 'undici',
    query: 'how do I limit the number of connections to one origin',
    path: /Pool|Agent|pool|agent/,
    says: /connections/,
  },
  {
    of: 'undici',
    query: 'store cached responses in SQLite',
    path: /sqlite-cache-store|CacheStore|cache/i,
    says: /sqlite/i,
  },
  {
    of: 'undici',
    query: 'how do I abort a request with a signal',
    path: /Dispatcher|README|api-|Client|abort/,
    says: /abort/i,
  },
  {
    of: 'undici',
    query: 'where is the multipart boundary of a FormData body made',
    path: /fetch\/body/,
    says: /boundary/,
  },
  {
    of: 'undici',
    query: 'connect over a unix socket',
    path: /[cC]lient|[cC]onnect|Connector/,
    says: /socketPath|socket path/,
  },
  {
    of: 'typescript',
    query: 'type that removes null and undefined',
    path: /lib\.es5\.d\.ts/,
    says: /type NonNullable</,
  },
  {
    of: 'typescript',
    query: 'where is structuredClone declared',
    path: /lib\.(?:dom|webworker)\.d\.ts/,
    says: /structuredClone/,
  },
  {
    of: 'typescript',
    query: 'convert a string literal type to uppercase',
    path: /lib\.es5\.d\.ts/,
    says: /type Uppercase</,
  },
  {
    of: 'typescript',
    query: 'iterable of key, value pairs for every entry in an array',
    path: /lib\.es2015\.iterable/,
    says: /entries\(\)/,
  },
  {
    of: 'typescript',
    query: 'how do I install the nightly build of TypeScript',
    path: /README/,
    says: /next/,
  },
]
