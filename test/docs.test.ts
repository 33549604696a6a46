import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '../src/config/settings.ts'
import { errorCodes } from '../src/errors.ts'
import { commands } from '../src/surfaces/cli/commands.ts'
import { globalOptions } from '../src/surfaces/cli/parse.ts'

const root = join(import.meta.dirname, '..')

const pages = [
  ...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].filter((name) => existsSync(join(root, name)))

const sources = ['src', 'test', 'bench', 'scripts'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) =>
    join('/', top, name),
  ),
)

/** A name that stands for any. */
const isExample = /NAME|^src\/a\.ts$/

const read = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Words after `tamis` in examples, up to the end of the command. */
const commandLines = (text: string): readonly string[] =>
  [...text.matchAll(/(?:^|[`\n|(] ?|npx |\.\/)tamis ([a-z][^`\n|;&#]*)/g)]
    .map(([, line = '']) => line.trim())
    .filter((line) => !/^(?:listening on|needs Node) /.test(line))

const longestName = (line: string): string | undefined =>
  commands
    .map(({ name }) => name)
    .filter((name) => line === name || line.startsWith(`${name} `))
    .sort((a, b) => b.length - a.length)[0]

const isGroup = (line: string): boolean =>
  commands.some(({ name }) => name.startsWith(`${line.split(' ')[0]} `))

describe.each(pages.map((page) => ({ page })))('$page', ({ page }) => {
  test('links to files that are there', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, link = '']) => link,
    )
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([])
  })

  test('names source files that are there', () => {
    const named = [...read(page).matchAll(/`((?:src\/)?[a-z][\w-]*\/[\w/.-]+\.(?:ts|mjs))`/g)]
    const gone = named
      .map(([, file = '']) => file)
      .filter((file) => !isExample.test(file) && !sources.some((one) => one.endsWith(`/${file}`)))
    expect(gone).toEqual([])
  })

  test('names commands and options that are there', () => {
    const unknown = commandLines(read(page)).flatMap((line) => {
      const name = longestName(line)
      if (name === undefined) return isGroup(line) ? [] : [line]
      const own = commands.find((command) => command.name === name)?.options ?? {}
      const [words = ''] = line.replaceAll(/"[^"]*"|'[^']*'/g, '').split(/ -- | --$/)
      return [...words.matchAll(/ --(?:no-)?([a-z][a-z0-9-]*)/g)]
        .map(([, flag = '']) => flag)
        .filter((flag) => !(flag in own) && !(flag in globalOptions))
        .map((flag) => `${name} --${flag}`)
    })
    expect(unknown).toEqual([])
  })
})

test('the journeys name functions that are there', () => {
  let file = ''
  const gone = [
    ...read('docs/journeys.md').matchAll(/^(\S+\.ts)? {2,}([\w.]+|…)(?: \[.*)?$/gm),
  ].flatMap(([, path, name = '']) => {
    file = path ?? file
    const last = name.split('.').at(-1) ?? ''
    const isThere = name === '…' || new RegExp(`\\b${last}\\b`).test(read(join('src', file)))
    return isThere ? [] : [`${file} ${name}`]
  })
  expect(gone).toEqual([])
})

test('troubleshooting names codes and settings that are there', () => {
  const known = new Set([
    ...Object.keys(errorCodes),
    ...settings.map(({ key }) => key),
    'proxy.upstreams',
  ])
  const refusalsAndWarnings = ['goal_not_found', 'input_too_large', 'score_gate', 'no_chunks']
  const named = [...read('docs/troubleshooting.md').matchAll(/`([a-z]+(?:[._][a-z]+)+)`/g)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(20)
  expect(
    named.filter(
      (name) => !(known.has(name) || refusalsAndWarnings.includes(name) || name.endsWith('.toml')),
    ),
  ).toEqual([])
})
