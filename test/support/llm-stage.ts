import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LlmScene, LlmStage } from '../../src/ports/llm.contract.ts'
import type { Llm } from '../../src/ports/llm.ts'
import { startHttpServer, unusedAddress } from './http-server.ts'

/** How one wire spells the moments of a streamed reply. */
export interface LlmWire {
  readonly text: (piece: string) => string
  /** The end, with 11 tokens in and 7 out. */
  readonly end: (stop: 'stop' | 'length') => string
  readonly failure: (message: string) => string
}

/** Plays a scene on a real server, in the words of a wire. */
export async function setStage(
  scene: LlmScene,
  wire: LlmWire,
  create: (baseUrl: string) => Llm,
): Promise<LlmStage> {
  const asked: unknown[] = []
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  if (scene.kind === 'is-absent') return { llm: create(await unusedAddress()), asked, left }
  const baseUrl = await startHttpServer(async (_request, response, body) => {
    asked.push(JSON.parse(body))
    response.on('close', () => {
      if (!response.writableFinished) leave()
    })
    await play(scene, wire, response)
  })
  return { llm: create(baseUrl), asked, left }
}

async function play(
  scene: Exclude<LlmScene, { kind: 'is-absent' }>,
  wire: LlmWire,
  response: ServerResponse,
): Promise<void> {
  if (scene.kind === 'answers') {
    response.writeHead(scene.status, { location: 'http://127.0.0.1:1/' })
    response.end(scene.body)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (scene.kind === 'says') {
    const reply = scene.pieces.map(wire.text).join('') + wire.end('stop')
    await writeInChunks(response, Buffer.from(reply), scene.bytesPerChunk ?? 64)
    response.end()
    return
  }
  response.flushHeaders()
  if (scene.after !== '') await write(response, wire.text(scene.after))
  if (scene.kind === 'breaks') response.destroy()
  if (scene.kind === 'ends-early') response.end()
  if (scene.kind === 'reports-failure') response.end(wire.failure('out of memory'))
  if (scene.kind === 'is-cut-short') response.end(wire.end('length'))
}

async function writeInChunks(
  response: ServerResponse,
  bytes: Buffer,
  bytesPerChunk: number,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += bytesPerChunk) {
    response.write(bytes.subarray(from, from + bytesPerChunk))
    await nextTurn()
  }
}

function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => response.write(text, () => setImmediate(resolve)))
}
