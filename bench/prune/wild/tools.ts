import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Programs from npm that our own tree does not need; fetched once, beside it. */
const packages = [
  ...['jest', 'eslint', 'mocha', 'typescript@5.9', '@types/node@24'],
  ...['tape', 'esbuild', 'stylelint', 'markdownlint-cli', 'madge', 'oxlint', 'cspell'],
  ...['webpack', 'webpack-cli', 'prettier', 'html-validate', 'sass'],
  ...['node-gyp', 'ava', '@cucumber/cucumber', '@playwright/test', 'knip', 'pyright', 'turbo'],
  ...['@redocly/cli', 'svelte', 'svelte-check', 'license-checker', 'rollup', 'autocannon'],
  ...[
    'jasmine',
    'c8',
    'newman',
    'dependency-cruiser',
    'jscpd',
    '@stoplight/spectral-cli',
    'fastify',
  ],
]

export async function toolsFolder(): Promise<string> {
  const folder = process.env.WILD_TOOLS ?? join(tmpdir(), 'tamis-wild-tools')
  if (
    ['jest', 'webpack', 'turbo', 'newman'].every((one) =>
      existsSync(join(folder, 'node_modules', one)),
    )
  )
    return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  })
  return folder
}
