import type { PackageQuestion } from './questions.ts'

/** Versions are fixed, so that two runs search the same texts. */
export const otherPackages = {
  fastify: '5.12.8',
  commander: '14.0.3',
  'date-fns': '4.4.0',
  pino: '9.14.0',
} as const

/** Over other packages, written before any was searched for and before either changed. */
export const other: readonly PackageQuestion[] = [
  {
    of: 'fastify',
    query: 'how do I raise the maximum size of a request body',
    path: /Server|Routes|fastify/,
    says: /bodyLimit/,
  },
  {
    of: 'fastify',
    query: 'run a function before every request is handled',
    path: /Hooks|hooks/,
    says: /onRequest|preHandler/,
  },
  {
    of: 'fastify',
    query: 'how do I add a property to the request object',
    path: /Decorators|decorate/,
    says: /decorateRequest/,
  },
  {
    of: 'fastify',
    query: 'what is the default of the connection timeout',
    path: /Server|fastify|server/,
    says: /connectionTimeout/,
  },
  {
    of: 'fastify',
    query: 'send a custom reply when validation fails',
    path: /Validation|Errors|Server|Routes/,
    says: /setErrorHandler|attachValidation|schemaErrorFormatter|errorHandler/,
  },
  {
    of: 'fastify',
    query: 'test a route without opening a port',
    path: /Testing|Server|fastify/,
    says: /inject/,
  },
  {
    of: 'commander',
    query: 'how do I declare an option that must be given',
    path: /Readme|command|option/i,
    says: /requiredOption|mandatory/,
  },
  {
    of: 'commander',
    query: 'option that can be given several times',
    path: /Readme|command|option/i,
    says: /variadic|collect/i,
  },
  {
    of: 'commander',
    query: 'read the default of an option from an environment variable',
    path: /Readme|option|command/i,
    says: /\.env\(|envVar/,
  },
  { of: 'commander', query: 'where is parseAsync defined', path: /command/, says: /parseAsync/ },
  {
    of: 'commander',
    query: 'suggest the nearest command after a typing error',
    path: /suggest|command|Readme/i,
    says: /suggest/i,
  },
  {
    of: 'commander',
    query: 'change where help is written to',
    path: /Readme|command/i,
    says: /configureOutput|writeOut/,
  },
  {
    of: 'date-fns',
    query: 'how many days lie between two dates',
    path: /differenceInDays|differenceInCalendarDays/i,
    says: /difference/,
  },
  { of: 'date-fns', query: 'is a date on a weekend', path: /isWeekend/, says: /isWeekend/ },
  {
    of: 'date-fns',
    query: 'how do I parse an ISO 8601 string',
    path: /parseISO|parse/,
    says: /parseISO/,
  },
  {
    of: 'date-fns',
    query: 'say how long ago something was in words',
    path: /formatDistance|intlFormatDistance/,
    says: /formatDistance|Distance/,
  },
  {
    of: 'date-fns',
    query: 'last moment of a month',
    path: /endOfMonth|lastDayOfMonth/,
    says: /endOfMonth|lastDayOfMonth/,
  },
  {
    of: 'date-fns',
    query: 'nearest of several dates to a given one',
    path: /closest/,
    says: /closest/,
  },
  {
    of: 'pino',
    query: 'how do I hide passwords in log lines',
    path: /redaction|api|README|redact/,
    says: /redact/,
  },
  {
    of: 'pino',
    query: 'write logs to a file in a worker thread',
    path: /transports|api|transport/,
    says: /pino\/file|transport/,
  },
  {
    of: 'pino',
    query: 'logger with fields of its own for one request',
    path: /child|api|README|proto|help/i,
    says: /child/,
  },
  {
    of: 'pino',
    query: 'what does the timestamp option accept',
    path: /api|time|pino/,
    says: /timestamp/,
  },
  {
    of: 'pino',
    query: 'change the level of a logger while it runs',
    path: /api|levels|proto/,
    says: /level/,
  },
  {
    of: 'pino',
    query: 'how do I make the output readable for people',
    path: /pretty/,
    says: /pino-pretty/,
  },
]
