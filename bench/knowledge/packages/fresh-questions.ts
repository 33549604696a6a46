import type { PackageQuestion } from './questions.ts'

/** Written before any was searched for, when the ranking was done changing; scored once. */
export const fresh: readonly PackageQuestion[] = [
  {
    of: 'hono',
    query: 'how do I compress responses with gzip',
    path: /compress/,
    says: /compress|gzip/i,
  },
  {
    of: 'hono',
    query: 'protect forms against cross-site request forgery',
    path: /csrf/,
    says: /csrf/i,
  },
  {
    of: 'hono',
    query: 'where is HTTPException defined',
    path: /http-exception/,
    says: /class HTTPException/,
  },
  {
    of: 'hono',
    query: 'what status code does hono answer when no handler matches',
    path: /hono-base|hono\.|app/,
    says: /404|notFound/,
  },
  {
    of: 'hono',
    query: 'set a time limit after which a request is aborted',
    path: /timeout/,
    says: /timeout/,
  },
  {
    of: 'zod',
    query: 'schema that refers to itself recursively',
    path: /schemas|types|README|lazy/,
    says: /lazy|getter/i,
  },
  {
    of: 'zod',
    query: 'give a default value when the input is undefined',
    path: /schemas|types|api/,
    says: /_?default/i,
  },
  {
    of: 'zod',
    query: 'attach metadata to a schema in a registry',
    path: /registries|registry|schemas/,
    says: /registry|Registry/,
  },
  {
    of: 'zod',
    query: 'regular expression for a UUID',
    path: /regexes|types/,
    says: /uuid/i,
  },
  {
    of: 'zod',
    query: 'where is safeParse implemented',
    path: /parse|types|schemas/,
    says: /safeParse/,
  },
  {
    of: 'undici',
    query: 'parse a Set-Cookie header',
    path: /cookies?/i,
    says: /parseSetCookie|getSetCookies/,
  },
  {
    of: 'undici',
    query: 'open a websocket connection with custom headers',
    path: /websocket/i,
    says: /headers/i,
  },
  {
    of: 'undici',
    query: 'which environment variables choose the proxy',
    path: /EnvHttpProxy|env-http-proxy/i,
    says: /HTTPS?_PROXY|http_proxy/i,
  },
  {
    of: 'undici',
    query: 'what is the default keep-alive timeout of a client',
    path: /client/i,
    says: /keepAliveTimeout/,
  },
  {
    of: 'undici',
    query: 'listen to diagnostics when a request is created',
    path: /diagnostics/i,
    says: /diagnostics_channel|undici:request:create/,
  },
  {
    of: 'typescript',
    query: 'type that picks some keys of another type',
    path: /lib\.es5\.d\.ts/,
    says: /type Pick</,
  },
  {
    of: 'typescript',
    query: 'method that returns a copy of an array with its elements reversed',
    path: /lib\.es2023\.array/,
    says: /toReversed/,
  },
  {
    of: 'typescript',
    query: 'split a text into words or sentences by locale',
    path: /lib\.es2022\.intl/,
    says: /Segmenter/,
  },
  {
    of: 'typescript',
    query: 'wait for several promises and get the outcome of each, also of those that fail',
    path: /lib\.es2020\.promise/,
    says: /allSettled/,
  },
  {
    of: 'typescript',
    query: 'hold an object without keeping it from being garbage collected',
    path: /lib\.es2021\.weakref/,
    says: /WeakRef/,
  },
]
