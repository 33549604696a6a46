import { execFile, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeTypes } from '../../scripts/types.mjs'
import { program } from '../support/program.ts'
import { startScriptedModel } from '../support/scripted-model.ts'
import { openBrowser } from './dashboard/browser.ts'
import { cleanEnvironment, newFolder } from './tamis.ts'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/library.md'), 'utf8')
const programs = [...guide.matchAll(/^## (.+)$[\s\S]*?```ts\n([\s\S]*?)```/gm)].map(
  ([, title = '', code = '']) => ({ title, code }),
)

// Inside the repository, where what the programs import besides is found; as npm would install it.
const folder = mkdtempSync(join(root, 'dist-test-guide-'))
const installed = join(folder, 'node_modules/tamis')

const tsc = join(root, 'node_modules/.bin/tsc')

beforeAll(async () => {
  mkdirSync(installed, { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  symlinkSync(join(root, 'assets'), join(installed, 'assets'))
  cpSync(dirname(program()), join(installed, 'dist'), { recursive: true })
  await writeTypes(join(installed, 'dist'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [at, { code }] of programs.entries())
    writeFileSync(join(folder, `program-${at}.ts`), code)
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('the programs of the guide compile against the types that ship', () => {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    lib: ['es2024', 'esnext.disposable', 'dom'],
    strict: true,
    noEmit: true,
    // What other packages say of themselves is theirs.
    skipLibCheck: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

describe('each runs as it stands', () => {
  test.each(programs.map(({ title }, at) => ({ title, at })))('$title', async ({ title, at }) => {
    const model = await startScriptedModel('run_tests', 'A test adds wrongly.')
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', join(folder, `program-${at}.ts`)],
        {
          cwd: folder,
          env: cleanEnvironment({
            TAMIS_HOME: newFolder(),
            OPENAI_BASE_URL: `${model.url}/v1`,
            OPENAI_API_KEY: 'none',
          }),
        },
      )
      expect({ stdout, toolResults: model.toolResults() }).toEqual(outcomes[title])
    } finally {
      await model.close()
    }
  })
})

const shortened = expect.stringMatching(
  /^⟦PRUNED.*⟧\n✗ adds two numbers: expected 3, got 4\n\n⟦TAMIS: whole text: .*⟧$/,
)

/** What each prints, and the tool results its model was sent. */
const outcomes: Readonly<Record<string, unknown>> = {
  'Prune a text': { stdout: /```text\n([\s\S]*?)```/.exec(guide)?.[1], toolResults: [] },
  'Mask old tool results': {
    stdout: expect.stringMatching(/tool=read[\s\S]*what second printed/),
    toolResults: [],
  },
  'Open a home': {
    stdout: [
      'deploy',
      'extractive',
      'Close the pool, or tests hang at exit',
      'tool:tamis:search success',
      'true',
      "[ 'prune', 'recover' ]\n",
    ].join('\n'),
    toolResults: [],
  },
  'The AI SDK': { stdout: 'A test adds wrongly.\n', toolResults: [shortened] },
  LangChain: { stdout: 'A test adds wrongly.\n', toolResults: [shortened] },
  'In a browser': {
    stdout: expect.stringMatching(/POST \/pay 500 card_declined\n\n1\n$/),
    toolResults: [],
  },
}

test('the browser build prunes and masks in Chromium as Node does', async () => {
  const source = readFileSync(join(installed, 'dist/browser.js'), 'utf8')
  expect(source).not.toMatch(/\bimport\s*[({"'*]|\bfrom\s*["']/)
  const { prune, maskOldToolResults } = await import(join(installed, 'dist/index.js'))
  const text = Array.from({ length: 300 }, (_, at) =>
    at === 90 ? 'naïve 🙂 payment declined' : `served ${at}`,
  ).join('\n')
  const options = { text, goal: 'which payment was declined' }
  const turn = (id: string) => [
    { role: 'assistant', tool_calls: [{ id, function: { name: 'read', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: id, content: `result of ${id}` },
  ]
  const messages = [...turn('a'), ...turn('b')]
  const policy = { window_turns: 1, commit_every_turns: 1 }
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const asked = JSON.stringify({ code: source, options, messages, policy })
    // As text: what vitest makes of `import()` is nothing that a browser knows.
    const seen = await page.evaluate(`(async ({ code, options, messages, policy }) => {
      const library = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
      return [library.prune(options), library.maskOldToolResults(messages, policy)]
    })(${asked})`)
    expect(seen).toEqual([prune(options), maskOldToolResults(messages, policy)])
  } finally {
    await browser.close()
  }
})
