import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Handler, startHttpServer, unusedAddress } from '../../../test/support/http-server.ts'
import { writeToyModel } from '../../../test/support/toy-onnx-runtime.ts'
import { findOnShelf, modelShelf } from './model-shelf.ts'
import { presets } from './presets.ts'

let home = ''
let source = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'model-shelf-'))
  source = join(home, 'source')
  await writeToyModel(source)
})
afterEach(() => rm(home, { recursive: true }))

const sha256 = createHash('sha256').update(Uint8Array.of(8)).digest('hex')
const onShelf = async () => (await readdir(join(home, 'models')).catch(() => [])).sort()

describe('adding a folder', () => {
  test('copies it, and reads what is known from the files beside the weights', async () => {
    const shelf = modelShelf(home, undefined)
    expect(await shelf.list()).toEqual([])
    await mkdir(join(source, '1_Pooling'))
    await writeFile(join(source, '1_Pooling/config.json'), '{"pooling_mode_cls_token":true}')
    const added = await shelf.add(source, {})
    expect(added).toEqual({
      name: 'source',
      dimensions: 8,
      maxTokens: 512,
      pooling: 'cls',
      sha256,
      bytes: 1,
    })
    await rm(source, { recursive: true })
    expect(await shelf.list()).toEqual([added])
    expect(findOnShelf(home, 'source').shelved).toEqual(added)
  })

  test('replaces a model of the same name', async () => {
    const shelf = modelShelf(home, undefined)
    await shelf.add(source, { name: 'toy', maxTokens: 100 })
    await shelf.add(source, { name: 'toy', maxTokens: 200, pooling: 'mean' })
    expect(await shelf.list()).toMatchObject([{ name: 'toy', maxTokens: 200, pooling: 'mean' }])
  })

  test.each(['../escape', '.hidden', 'a/b', '', 'a'.repeat(200)])(
    'refuses %j as a name',
    async (name) => {
      const adding = modelShelf(home, undefined).add(source, { name })
      await expect(adding).rejects.toMatchObject({ code: 'invalid_input' })
      expect(await onShelf()).toEqual([])
    },
  )

  test.each([
    { lacks: 'tokenizer.json', code: 'invalid_input' },
    { lacks: 'onnx/model.onnx', code: 'invalid_input' },
    { lacks: 'config.json', code: 'invalid_input' },
  ])('leaves nothing behind when $lacks is missing', async ({ lacks, code }) => {
    await rm(join(source, lacks))
    const adding = modelShelf(home, undefined).add(source, {})
    await expect(adding).rejects.toMatchObject({ code, hint: expect.stringMatching(/\S/) })
    expect(await onShelf()).toEqual([])
  })

  test('refuses a tokenizer that cannot be read', async () => {
    await writeFile(join(source, 'tokenizer.json'), '{}')
    const adding = modelShelf(home, undefined).add(source, {})
    await expect(adding).rejects.toMatchObject({ code: 'model_runtime_missing' })
    expect(await onShelf()).toEqual([])
  })
})

describe('pulling from a hub', () => {
  const wanted = { model: 'someone/toy', file: 'onnx/model.onnx', sha256 }
  const serve: Handler = async ({ url = '' }, response) => {
    const path = url.replace('/someone/toy/resolve/main/', '')
    const bytes = await readFile(join(source, path)).catch(() => undefined)
    response.writeHead(bytes ? 200 : 404, bytes ? { 'content-length': bytes.length } : {})
    response.end(bytes)
  }
  const pull = (hub: string | undefined, request = wanted, signal?: AbortSignal) =>
    modelShelf(home, hub).pull(request, () => {}, signal)

  test('fetches the files, checks the digest, and tells how far it is', async () => {
    const seen: string[] = []
    const hub = await startHttpServer(serve)
    const pulled = await modelShelf(home, `${hub}/`).pull(wanted, ({ file, bytes, totalBytes }) =>
      seen.push(`${file} ${bytes === totalBytes}`),
    )
    expect(pulled).toMatchObject({ name: 'toy', dimensions: 8, sha256 })
    expect(new Set(seen)).toContain('onnx/model.onnx true')
    expect(await onShelf()).toEqual(['toy'])
  })

  test('follows the hub to the host that keeps its files', async () => {
    const storage = await startHttpServer(serve)
    const hub = await startHttpServer(({ url }, response) => {
      response.writeHead(302, { location: `${storage}${url}` }).end()
    })
    expect(await pull(hub)).toMatchObject({ name: 'toy' })
  })

  test.each([
    {
      kind: 'no hub is named',
      hub: async () => undefined,
      code: 'config_invalid',
    },
    { kind: 'nobody answers', hub: unusedAddress, code: 'model_unreachable' },
    {
      kind: 'the model is not there',
      hub: () => startHttpServer((_request, response) => void response.writeHead(404).end()),
      code: 'model_not_pulled',
    },
    {
      kind: 'the hub sends one in circles',
      hub: () =>
        startHttpServer(({ url }, response) => {
          response.writeHead(302, { location: url ?? '/' }).end()
        }),
      code: 'model_refused',
    },
    {
      kind: 'the connection breaks',
      hub: () =>
        startHttpServer((_request, response) => {
          response.writeHead(200, { 'content-length': 1000 })
          response.write('part', () => setImmediate(() => response.destroy()))
        }),
      code: 'model_unreachable',
    },
  ])('keeps nothing when $kind', async ({ hub, code }) => {
    await expect(pull(await hub())).rejects.toMatchObject({ code })
    expect(await onShelf()).toEqual([])
  })

  test('keeps nothing whose digest is wrong', async () => {
    const other = { ...wanted, sha256: '0'.repeat(64) }
    await expect(pull(await startHttpServer(serve), other)).rejects.toMatchObject({
      code: 'model_refused',
      details: { expected: other.sha256, found: sha256 },
    })
    expect(await onShelf()).toEqual([])
  })

  test('keeps nothing when the caller aborts', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const hub = await startHttpServer((_request, response) => {
      response.write('part', () => controller.abort(reason))
    })
    await expect(pull(hub, wanted, controller.signal)).rejects.toBe(reason)
    expect(await onShelf()).toEqual([])
  })

  test.each([
    { request: { model: 'unheard-of' }, hint: presets[0]?.name },
    { request: { model: 'owner/repository' }, hint: '--sha256' },
  ])('asks for what is missing in $request', async ({ request, hint }) => {
    await expect(
      modelShelf(home, 'http://hub.invalid').pull(request, () => {}),
    ).rejects.toMatchObject({ code: 'invalid_input', hint: expect.stringContaining(hint ?? '') })
  })
})

test('a model that is not on the shelf is told how to get there', () => {
  expect(() => findOnShelf(home, 'absent')).toThrow(
    expect.objectContaining({ code: 'model_not_pulled', hint: expect.stringContaining('pull') }),
  )
})
