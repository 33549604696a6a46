const services = ['payment', 'catalog', 'session', 'mail', 'search', 'billing', 'report', 'gateway']
const verbs = ['started', 'finished', 'queued', 'retried', 'cached', 'loaded', 'received', 'sent']

/** A service log of about 50 characters a line with a rare failure, the same at every call. */
export function madeLog(lineCount: number): string {
  const next = sequence(7)
  const rows = Array.from({ length: lineCount }, (_, at) => {
    const time = new Date(1_700_000_000_000 + at * 37).toISOString().slice(11, 23)
    const service = services[next() % services.length]
    if (next() % 997 === 0) return `${time} ERROR ${service} connection to database refused`
    const verb = verbs[next() % verbs.length]
    return `${time} INFO ${service} ${verb} job ${next() % 100_000} ${next() % 900} ms`
  })
  return `${rows.join('\n')}\n`
}

/** Lines of 50 characters that hold ids in hexadecimal and nothing else: no line is like another. */
export function madeIds(lineCount: number): string {
  const next = sequence(11)
  const hex = (length: number) => Array.from({ length }, () => (next() % 16).toString(16)).join('')
  const rows = Array.from({ length: lineCount }, () =>
    [8, 4, 4, 4, 12].map(hex).join('-').concat(' ', hex(12)),
  )
  return `${rows.join('\n')}\n`
}

/** A program of many small functions. */
export function madeFile(lineCount: number): string {
  const rows: string[] = ['import { connect } from "./database.ts"', '']
  for (let at = 0; rows.length < lineCount; at++) {
    const name = `${verbs[at % verbs.length]}${services[at % services.length]?.toUpperCase()}${at}`
    rows.push(
      `/** Handles the ${services[at % services.length]} of step ${at}. */`,
      `export async function ${name}(request, options = {}) {`,
      `  const connection = await connect(options.database ?? "local", ${at})`,
      '  if (connection === undefined) throw new Error("connection refused")',
      `  const rows = await connection.query("select * from items where step = ${at}")`,
      '  return rows.map((row) => ({ id: row.id, name: row.name }))',
      '}',
      '',
    )
  }
  return rows.slice(0, lineCount).join('\n')
}

/** A small linear congruence: repeatable, unlike Math.random. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 8
  }
}

/** What a registry says of a package with many versions, on one line: about 650 characters each. */
export function madeJson(versionCount: number): string {
  const next = sequence(13)
  const versions = Array.from({ length: versionCount }, (_, at) => {
    const version = `${at >> 10}.${(at >> 4) & 63}.${at & 15}`
    const needs = Array.from({ length: 24 }, () => [`part-${next() % 500}`, `^${next() % 9}.0.0`])
    return [version, { name: 'cart', version, dependencies: Object.fromEntries(needs) }] as const
  })
  const time = versions.map(([version], at) => [version, new Date(1.5e12 + at * 1e7)])
  return JSON.stringify({ versions: Object.fromEntries(versions), time: Object.fromEntries(time) })
}
