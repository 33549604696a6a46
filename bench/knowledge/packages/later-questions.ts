import type { PackageQuestion } from './questions.ts'

/** Written before any was searched for, and before what is quoted was changed again; scored once. */
export const later: readonly PackageQuestion[] = [
  {
    of: 'hono',
    query: 'how do I set a cookie on a response',
    path: /cookie/,
    says: /setCookie/,
  },
  {
    of: 'hono',
    query: 'serve static files from a folder',
    path: /serve-static/,
    says: /serveStatic/,
  },
  {
    of: 'hono',
    query: 'how do I validate the JSON body of a request',
    path: /validator/,
    says: /validator/,
  },
  {
    of: 'hono',
    query: 'stream text to the client piece by piece',
    path: /stream/,
    says: /stream/i,
  },
  {
    of: 'hono',
    query: 'check the JWT in a request header',
    path: /jwt/,
    says: /jwt/i,
  },
  {
    of: 'zod',
    query: 'how do I make every property of an object optional',
    path: /schemas|types|util|README/,
    says: /partial/i,
  },
  {
    of: 'zod',
    query: 'coerce a string into a number',
    path: /coerce|types|schemas/,
    says: /coerce/i,
  },
  {
    of: 'zod',
    query: 'turn a schema into JSON Schema',
    path: /json-schema/,
    says: /toJSONSchema/,
  },
  {
    of: 'zod',
    query: 'error messages in another language',
    path: /locales|config|errors|core/,
    says: /locale|localeError|config/i,
  },
  {
    of: 'zod',
    query: 'check that a string is an email address',
    path: /schemas|regexes|checks|types|api/,
    says: /email/i,
  },
  {
    of: 'undici',
    query: 'how do I send requests through a proxy',
    path: /proxy/i,
    says: /ProxyAgent/,
  },
  {
    of: 'undici',
    query: 'mock a response in tests',
    path: /mock/i,
    says: /MockAgent|MockPool|intercept/,
  },
  {
    of: 'undici',
    query: 'limit how many connections a pool opens',
    path: /pool/i,
    says: /connections/,
  },
  {
    of: 'undici',
    query: 'retry a request when it fails',
    path: /retry/i,
    says: /retry/i,
  },
  {
    of: 'undici',
    query: 'how long is an idle socket kept open',
    path: /client|agent|pool/i,
    says: /keepAliveTimeout/,
  },
  {
    of: 'typescript',
    query: 'make all properties of a type readonly',
    path: /lib\.es5\.d/,
    says: /type Readonly/,
  },
  {
    of: 'typescript',
    query: 'remove null and undefined from a type',
    path: /lib\.es5\.d/,
    says: /NonNullable/,
  },
  {
    of: 'typescript',
    query: 'how do I parse a tsconfig file with the compiler API',
    path: /typescript/,
    says: /parseJsonConfigFileContent|readConfigFile|parseConfigFile/,
  },
  {
    of: 'typescript',
    query: 'which function turns source text into a syntax tree',
    path: /typescript/,
    says: /createSourceFile/,
  },
  {
    of: 'typescript',
    query: 'what does Array at return for a negative index',
    path: /lib\.es2022\.array/,
    says: /at\(index/,
  },
]
