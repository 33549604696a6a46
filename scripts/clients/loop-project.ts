/** A folder to work in: files to read, a command that runs tests and one that builds. */
export interface LoopProject {
  readonly files: Readonly<Record<string, string>>
  /** A file after somebody has worked on it. */
  edited(file: number): string
}

/** So many files are read, each once before it changes and once after. */
export const projectFiles = 12

const subjects = ['order', 'invoice', 'cart', 'ticket', 'refund', 'label', 'parcel', 'price']
const verbs = ['loads', 'merges', 'rejects', 'sorts', 'counts', 'sends', 'stores', 'renames']

export function sourceName(file: number): string {
  return `src/part-${String(file).padStart(2, '0')}.ts`
}

export const loopProject: LoopProject = {
  files: {
    'package.json': `${JSON.stringify({
      name: 'app',
      version: '1.0.0',
      type: 'module',
      scripts: { test: 'node run.mjs test', build: 'node run.mjs build' },
    })}\n`,
    'run.mjs': runScript(),
    ...Object.fromEntries(
      Array.from({ length: projectFiles }, (_, file) => [
        sourceName(file),
        sourceLines(file).join('\n'),
      ]),
    ),
  },
  edited(file) {
    const lines = [...sourceLines(file)]
    const at = 40 + file * 7
    lines[at] = `  // Part ${file} is mended here.`
    // Every other change makes a file longer, so that what follows moves.
    const more = file % 2 === 0 ? [] : [`  assertReady(part${file})`, `  log('ready ${file}')`]
    return [...lines.slice(0, at + 1), ...more, ...lines.slice(at + 1)].join('\n')
  },
}

/** About 170 lines of a file that is like no other. */
function sourceLines(file: number): readonly string[] {
  const head = [
    `import { log, assertReady } from './support.ts'`,
    '',
    `export const part${file} = {}`,
  ]
  const functions = Array.from({ length: 24 }, (_, at) => {
    const subject = subjects[(at + file) % subjects.length] ?? ''
    const name = `${subject}${file}Step${at}`
    return [
      '',
      `/** ${verbs[(at * 3 + file) % verbs.length]} the ${subject} of step ${at} in part ${file}. */`,
      `export function ${name}(input: string, limit = ${at * 13 + file}): number {`,
      `  const found = input.split('${subject.charAt(0)}').filter((word) => word.length > ${at + 1})`,
      `  if (found.length > limit) log('${name} saw too much of ${subject}')`,
      `  return found.length * ${file + 3} + ${at}`,
      '}',
    ]
  })
  return [...head, ...functions.flat(), '']
}

/**
 * What a test runner and a bundler print, a little different each time. It counts its runs in a file,
 * so that two sessions see the same. Two tests of most runs fail.
 */
function runScript(): string {
  return `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const run = existsSync('.runs') ? Number(readFileSync('.runs', 'utf8')) + 1 : 0
writeFileSync('.runs', String(run))
const subjects = ${JSON.stringify(subjects)}
const verbs = ${JSON.stringify(verbs)}
const lines = []
const ms = (n) => (n * 7919 + run * 104729) % 240
if (process.argv[2] === 'test') {
  const failing = run % 5 === 4 ? [] : [(run * 17) % 240, (run * 29 + 100) % 240]
  lines.push('', ' RUN  v4.1.2 /app', '')
  for (let n = 0; n < 240; n++) {
    const file = 'src/part-' + String(n % 12).padStart(2, '0') + '.test.ts'
    const name = file + ' > ' + subjects[n % 8] + ' > ' + verbs[(n * 5) % 8] + ' what case ' + n + ' asks for'
    lines.push((failing.includes(n) ? ' × ' : ' ✓ ') + name + ' ' + ms(n) + 'ms')
  }
  for (const n of failing) {
    const file = 'src/part-' + String(n % 12).padStart(2, '0') + '.test.ts'
    lines.push('', ' FAIL  ' + file + ' > ' + subjects[n % 8] + ' > case ' + n, 'AssertionError: expected ' + (n + run) + ' to be ' + n + ' // Object.is equality', '', '- Expected', '+ Received', '', '- ' + n, '+ ' + (n + run), '', ' ❯ ' + file + ':' + (n + 11) + ':23', '    ' + (n + 10) + '| const found = step' + n + '(input)', '    ' + (n + 11) + '| expect(found).toBe(' + n + ')', '       |               ^', '    ' + (n + 12) + '| })')
  }
  lines.push('', ' Test Files  ' + (failing.length ? '2 failed | 10 passed' : '12 passed') + ' (12)', '      Tests  ' + (failing.length ? failing.length + ' failed | ' + (240 - failing.length) + ' passed' : '240 passed') + ' (240)', '   Duration  ' + ms(7) + 'ms', '')
  console.log(lines.join('\\n'))
  process.exitCode = failing.length ? 1 : 0
} else {
  lines.push('vite v8.0.3 building for production...', 'transforming...', '✓ 412 modules transformed.', 'rendering chunks...')
  for (let n = 0; n < 110; n++) lines.push('dist/assets/' + subjects[n % 8] + '-' + verbs[(n * 3) % 8] + '-' + ((n * 2654435761 + run) >>> 0).toString(36) + '.js' + '   ' + (ms(n) + 1) + '.4' + n % 10 + ' kB │ gzip: ' + (ms(n + 1) + 1) + '.1' + n % 10 + ' kB')
  lines.push('', '(!) Some chunks are larger than 500 kB after minification: ' + subjects[run % 8], '✓ built in ' + (ms(3) + 900) + 'ms')
  console.log(lines.join('\\n'))
}
`
}
