import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startHttpServer } from '../support/http-server.ts'
import { installToyRuntime, writeToyModel } from '../support/toy-onnx-runtime.ts'
import { newFolder, runTamis } from './tamis.ts'

const shown = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>

test('a model is added from a folder, listed, and chosen in the settings', async () => {
  const home = newFolder()
  const folder = join(newFolder(), 'toy')
  await writeToyModel(folder)
  const added = await runTamis(['models', 'add', folder, '--home', home])
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('embedder.model = "toy"'),
  })

  const env = { TAMIS_EMBEDDER_KIND: 'onnx', TAMIS_EMBEDDER_MODEL: 'toy' }
  const listed = await runTamis(['models', 'list', '--json', '--home', home], { env })
  expect(shown(listed.stdout)).toMatchObject({
    in_use: { embedder: { model: expect.stringMatching(/^onnx:toy@/), dimensions: 8 }, llm: null },
    shelf: [{ name: 'toy', dimensions: 8 }],
    can_be_pulled: ['bge-small-en-v1.5', 'all-MiniLM-L6-v2'],
  })
})

test('an ingest without the runtime says what to install, and the next one has vectors', async () => {
  const home = newFolder()
  const folder = join(newFolder(), 'toy')
  await writeToyModel(folder)
  await runTamis(['models', 'add', folder, '--home', home])
  const note = join(newFolder(), 'note.md')
  await writeFile(note, 'The ferry leaves at seven.')
  const env = { TAMIS_EMBEDDER_KIND: 'onnx', TAMIS_EMBEDDER_MODEL: 'toy' }
  const ingest = () => runTamis(['ingest', note, '--home', home], { env })

  expect(await ingest()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Without vectors: model_runtime_missing.*\nRun `npm install /),
  })
  await installToyRuntime(home)
  expect(await ingest()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 text embedded.'),
  })
})

test('a model is pulled only from the hub the settings name', async () => {
  const source = newFolder()
  await writeToyModel(source)
  const weights = await readFile(join(source, 'onnx/model.onnx'))
  const hub = await startHttpServer(async ({ url = '' }, response) => {
    response.end(await readFile(join(source, url.replace('/someone/toy/resolve/main/', ''))))
  })
  const home = newFolder()
  const sha256 = createHash('sha256').update(weights).digest('hex')
  const pull = (env: Record<string, string>) =>
    runTamis(
      [
        'models',
        'pull',
        'someone/toy',
        '--file',
        'onnx/model.onnx',
        '--sha256',
        sha256,
        '--json',
        '--home',
        home,
      ],
      { env },
    )
  const refused = await pull({})
  expect(refused.code).not.toBe(0)
  expect(refused.stderr + refused.stdout).toContain('models.hub_url')
  const pulled = await pull({ TAMIS_MODELS_HUB_URL: hub })
  expect(shown(pulled.stdout)).toMatchObject({ name: 'toy', sha256, dimensions: 8 })
})

test('without any setting the static table answers, and no chat model', async () => {
  const listed = await runTamis(['models', 'list', '--home', newFolder()])
  expect(listed.stdout).toMatch(/^embedder {2}static-\S+, 256 dimensions\nllm {7}none\n/)
})
