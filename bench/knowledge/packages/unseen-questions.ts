import type { PackageQuestion } from './questions.ts'

/** Three more packages; versions are fixed. */
export const morePackages = {
  fastify: '5.12.8',
  commander: '14.0.3',
  pino: '10.4.0',
} as const

/** Written before any was searched for; nothing was chosen on them. Scored once. */
export const unseen: readonly PackageQuestion[] = [
  {
    of: 'hono',
    query: 'remove the slash at the end of a URL',
    path: /trailing-slash/,
    says: /trimTrailingSlash/,
  },
  {
    of: 'hono',
    query: 'print every request and how long it took',
    path: /middleware\/(?:logger|timing)/,
    says: /logger|startTime|timing/i,
  },
  {
    of: 'hono',
    query: 'pick the language of the visitor',
    path: /middleware\/language/,
    says: /languageDetector|detectLanguage|Accept-Language|DetectorOptions/i,
  },
  {
    of: 'hono',
    query: 'how do I test a handler without starting a server',
    path: /hono-base|helper\/testing/,
    says: /testClient|dispatch a request|\brequest\b.*=>/is,
  },
  {
    of: 'hono',
    query: 'run the app on AWS Lambda',
    path: /adapter\/(?:aws-lambda|lambda-edge)/,
    says: /\bhandle\b/,
  },
  {
    of: 'zod',
    query: 'a string that must be one of a fixed list',
    path: /schemas|types|api|enum|literal/,
    says: /enum|literal/i,
  },
  {
    of: 'zod',
    query: 'a value that has to satisfy two schemas at once',
    path: /schemas|types|api|intersection/,
    says: /intersection|\band\(/i,
  },
  {
    of: 'zod',
    query: 'change the value after it was validated',
    path: /schemas|types|api|transform|overwrite|pipe/,
    says: /transform|overwrite/i,
  },
  {
    of: 'zod',
    query: 'give a string type a name so that it cannot be mixed up with other strings',
    path: /schemas|types|core|brand/,
    says: /brand/i,
  },
  {
    of: 'zod',
    query: 'stop at the first check that fails',
    path: /checks|schemas|api|refine|types|error|string-formats|validate/,
    says: /abort/,
  },
  {
    of: 'undici',
    query: 'how many redirects are followed',
    path: /redirect|Dispatcher|interceptors|fetch\/index|request/i,
    says: /maxRedirections|redirectCount|redirect count/i,
  },
  {
    of: 'undici',
    query: 'remember the addresses of host names between requests',
    path: /dns|Dispatcher|interceptors/i,
    says: /dns/i,
  },
  {
    of: 'undici',
    query: 'send several requests over one connection without waiting for the answers',
    path: /client|README|pool|dispatcher/i,
    says: /pipelining/i,
  },
  {
    of: 'undici',
    query: 'trust my own certificate authority',
    path: /Connector|Client|client-certificate|connect|Socks5/i,
    says: /\bca\b|tls/i,
  },
  {
    of: 'undici',
    query: 'listen to a stream of events that the server pushes',
    path: /eventsource/i,
    says: /EventSource/,
  },
  {
    of: 'typescript',
    query: 'pad a number with leading zeros',
    path: /lib\.es2017\.string/,
    says: /padStart/,
  },
  {
    of: 'typescript',
    query: 'promise that is fulfilled by whichever succeeds first',
    path: /lib\.es2021\.promise/,
    says: /any</,
  },
  {
    of: 'typescript',
    query: 'type of the arguments of a function as a tuple',
    path: /lib\.es5\.d\.ts/,
    says: /type Parameters</,
  },
  {
    of: 'typescript',
    query: 'object type whose keys come from a union and whose values are all alike',
    path: /lib\.es5\.d\.ts/,
    says: /type Record</,
  },
  {
    of: 'typescript',
    query: 'what two sets have in common',
    path: /lib\.esnext\.collection/,
    says: /intersection/,
  },
  {
    of: 'fastify',
    query: 'run code before every request',
    path: /Hooks|Lifecycle|lib\/hooks|Getting-Started/,
    says: /onRequest|preHandler/,
  },
  {
    of: 'fastify',
    query: 'how large may a request body be',
    path: /Server|Routes|ContentTypeParser|Errors|content-type-parser|fastify\.js|initial-config/i,
    says: /bodyLimit|BODY_TOO_LARGE/,
  },
  {
    of: 'fastify',
    query: 'send a file from the disk as the reply',
    path: /Reply|Routes|Ecosystem|reply\.js|stream/,
    says: /createReadStream|sendFile|stream/i,
  },
  {
    of: 'fastify',
    query: 'what happens to requests that arrive while the server is closing',
    path: /Server|route\.js|fastify\.js|server\.js|close/i,
    says: /503|return503OnClosing/,
  },
  {
    of: 'fastify',
    query: 'check the query string against a schema',
    path: /Validation|Routes|Getting-Started|validation|TypeScript|Fluent-Schema/,
    says: /querystring/i,
  },
  {
    of: 'fastify',
    query: 'why does my plugin not see what another plugin added',
    path: /Encapsulation|Plugins|Decorators|Write-Plugin|Getting-Started/,
    says: /encapsulat|fastify-plugin|ancestor|descendant/i,
  },
  {
    of: 'fastify',
    query: 'use the same database connection in all routes',
    path: /Database|Getting-Started|Decorators|Plugins/,
    says: /decorate|database|\bdb\b|mongo|connection/i,
  },
  {
    of: 'commander',
    query: 'option that may be given several times',
    path: /Readme|option\.js|command\.js|typings/,
    says: /variadic|repeatable|multiple/i,
  },
  {
    of: 'commander',
    query: 'which error is shown when a required option is missing',
    path: /command\.js|Readme|error/,
    says: /missingMandatoryOptionValue|mandatory option|required option|requiredOption/i,
  },
  {
    of: 'commander',
    query: 'leave a command out of the help',
    path: /Readme|command\.js|help\.js|typings/,
    says: /hidden|noHelp|hideHelp/i,
  },
  {
    of: 'commander',
    query: 'propose the right name after a typo',
    path: /suggestSimilar|command\.js|Readme|typings/,
    says: /suggest|similar|Did you mean/i,
  },
  {
    of: 'pino',
    query: 'keep passwords out of the log',
    path: /redaction|api\.md|pino\.d\.ts|README|redact/,
    says: /redact/i,
  },
  {
    of: 'pino',
    query: 'write the log to a file',
    path: /api\.md|transports|help|file\.js|README|asynchronous|pino\.d\.ts/,
    says: /destination|pino\/file|\.log\b/,
  },
  {
    of: 'pino',
    query: 'readable lines while developing',
    path: /pretty|README|help|web|transports|ecosystem|api\.md/,
    says: /pino-pretty|pretty/i,
  },
  {
    of: 'pino',
    query: 'do the slow part of logging outside the main thread',
    path: /transport|worker|README|asynchronous|api\.md/i,
    says: /worker|thread/i,
  },
  {
    of: 'pino',
    query: 'which number stands for a warning',
    path: /constants|api\.md|levels|pino\.d\.ts/,
    says: /warn['"]?\W{1,4}40|40\W+['"]?warn|\b40\b/,
  },
  {
    of: 'pino',
    query: 'the id of the request on every line',
    path: /child|web|api\.md|README|ecosystem/,
    says: /child|req\.?id|genReqId/i,
  },
]
