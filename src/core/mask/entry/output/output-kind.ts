import { isFields } from '../../../wire/content.ts'
import { type Program, programsOf } from './shell-words.ts'

/**
 * What a call prints, as far as the call tells: a file, a list of findings (a search, a listing, a
 * difference), the output of a run (a build, a test, a log), a page from the network, or anything.
 */
export type OutputKind = 'file' | 'listing' | 'run' | 'page' | 'other'

/** Where a call names the command it runs. */
const commandKeys = ['command', 'cmd', 'script', 'commands'] as const

/** By the name of the tool, by the command where it runs one, and else by the output where that is plain. */
export function outputKind(tool: string, input: unknown, text = ''): OutputKind {
  const command = commandOf(input)
  const kind =
    command === undefined
      ? (toolKinds.find(([pattern]) => pattern.test(tool))?.[1] ?? 'other')
      : kindOfCommand(command)
  return kind === 'other' && isOutputOfRun(text) ? 'run' : kind
}

/** Whether a call may print something that is pruned. */
export function isSievedOutput(tool: string, input: unknown): boolean {
  return ['run', 'page'].includes(outputKind(tool, input))
}

/** The command a call runs, if it runs one. */
export function commandOf(input: unknown): string | undefined {
  const fields = typeof input === 'string' ? parse(input) : input
  if (!isFields(fields)) return undefined
  for (const key of commandKeys) {
    const value = fields[key]
    if (typeof value === 'string') return value
    // `["bash", "-lc", "npm test"]`: the last one is the command.
    if (Array.isArray(value) && value.every((word) => typeof word === 'string'))
      return /^-\w*c$/.test(value[1] ?? '') ? value.at(-1) : value.join(' ')
  }
  return undefined
}

function parse(input: string): unknown {
  if (!/^\s*\{/.test(input)) return { command: input }
  try {
    return JSON.parse(input)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const toolKinds: readonly (readonly [RegExp, OutputKind])[] = [
  [/fetch|browse|web_?(?:page|search)|navigate|crawl|scrape/i, 'page'],
  [/read|cat|view|open|get_file|notebook/i, 'file'],
  [/grep|search|glob|find|list|^ls$|diff|tree|git/i, 'listing'],
  [/test|build|compile|lint|diagnostic|logs?$/i, 'run'],
]

/** What a command prints is what its programs print; one that may show a file decides for all. */
function kindOfCommand(command: string): OutputKind {
  const kinds = programsOf(command)
    .filter(({ name }) => !silent.has(name))
    .map(kindOfProgram)
  if (kinds.includes('file')) return 'file'
  if (kinds.length === 0 || kinds.includes('other')) return 'other'
  return (['run', 'page', 'listing'] as const).find((kind) => kinds.includes(kind)) ?? 'other'
}

/** They print nothing worth speaking of. */
const silent = new Set(
  'cd pushd popd export set unset source . mkdir rm cp mv touch chmod echo printf true false sleep pwd exit'.split(
    ' ',
  ),
)

const programKinds: Readonly<Record<Exclude<OutputKind, 'other'>, ReadonlySet<string>>> = {
  file: words('cat bat batcat nl head tail sed awk less more tac xxd od hexdump strings jq yq'),
  listing: words(
    'grep rg egrep fgrep ag ack find fd ls tree git hg diff du df wc ps stat which file',
  ),
  run: words(
    'make cmake ninja bazel cargo rustc go gcc g++ cc clang clang++ javac mvn mvnw gradle gradlew dotnet tsc tsgo eslint biome jest vitest mocha ava tap playwright cypress pytest py.test tox nox unittest mypy ruff flake8 pylint pyright rspec rake bundle phpunit ctest meson swift xcodebuild webpack vite rollup esbuild journalctl dmesg sphinx-build',
  ),
  page: words('curl wget http https lynx w3m'),
}

function kindOfProgram({ name, args }: Program): OutputKind {
  const named = (['file', 'listing', 'run', 'page'] as const).find((kind) =>
    programKinds[kind].has(name),
  )
  if (named === 'file' && (name === 'tail' || name === 'head')) return kindOfEnd(args)
  if (named === 'listing' && showsLinesAround(args)) return 'file'
  if (named) return named
  return runners.some(([program, asked]) => program.test(name) && asked.test(args.join(' ')))
    ? 'run'
    : 'other'
}

/** `grep -A 20` shows a part of a file, which agents then edit. */
function showsLinesAround(args: readonly string[]): boolean {
  return args.some((arg) => /^-\w*[ABC]\d*$|^--(?:after-|before-)?context\b/.test(arg))
}

/** `tail -f app.log` follows a log. */
function kindOfEnd(args: readonly string[]): OutputKind {
  return args.some((arg) => /\.log(?:\.\d+)?$/.test(arg)) ? 'run' : 'file'
}

/** Programs that run builds and tests among other things, and how they are asked to. */
const runners: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:npm|pnpm|yarn|bun|deno)$/, /\b(?:test|build|lint|check|ci|install|i|add|typecheck|run)\b/],
  [/^node$/, /--test\b/],
  [
    /^python[\d.]*$/,
    /^-m (?:pytest|unittest|tox|mypy|pip|build|nose)\b|\brun_?tests?\b|\bmanage\.py test\b/,
  ],
  [
    /^(?:pip|pip3|uv|poetry|apt|apt-get|brew|conda)$/,
    /\b(?:install|add|sync|upgrade|update|build|run)\b/,
  ],
  [
    /^(?:docker|podman|kubectl|docker-compose)$/,
    /\b(?:build|logs|compose|up|pull|push|apply|rollout)\b/,
  ],
  [/^(?:run_?tests?|tests?|check|ci|build)(?:\.\w+)?$/, /(?:)/],
]

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** Lines that only a build or a test prints, each of them once at most in a run. */
const runLines = new RegExp(
  [
    String.raw`^={3,} test session starts =|^={3,} (?:\d+ \w+(?:, )?)+ in [\d.]+s`,
    String.raw`^Ran \d+ tests? in [\d.]+s$`,
    String.raw`^(?:Tests|Test Suites|Test Files):? +\d+ (?:passed|failed)`,
    '^(?:npm ERR!|npm error) ',
    String.raw`^\[(?:INFO|ERROR)\] BUILD (?:SUCCESS|FAILURE)|^BUILD (?:SUCCESSFUL|FAILED) in `,
    String.raw`^test result: (?:ok|FAILED)\. \d+ passed`,
    String.raw`^--- (?:PASS|FAIL): \w+ \([\d.]+s\)|^(?:ok|FAIL)\t\S+\t[\d.]+s`,
    String.raw`^error: could not compile |^make(?:\[\d+\])?: \*\*\* `,
    String.raw`^Found \d+ errors? in \d+ files?`,
  ].join('|'),
  'm',
)

/** Whether a text is the output of a build or a test, whatever was called; source that quotes one is indented or quoted. */
function isOutputOfRun(text: string): boolean {
  return runLines.test(text)
}
