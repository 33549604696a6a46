import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { startHttpServer } from '../../support/http-server.ts'

interface Line {
  /** All of these occur in the prompt. */
  readonly when: readonly string[]
  readonly reply: string
  /** The source that holds this text is what `[CITE]` stands for. */
  readonly cite?: string
  /** The stream is cut after the reply. */
  readonly breaks?: boolean
}

export interface ScriptedLlm {
  readonly url: string
  /** The prompts it was sent, as one text each. */
  readonly prompts: readonly string[]
}

/** A server on the chat completions wire whose replies come from a file, chosen by the prompt. */
export async function startScriptedLlm(script: string): Promise<ScriptedLlm> {
  const file = join(import.meta.dirname, '../../fixtures/knowledge/replies', `${script}.json`)
  const lines: readonly Line[] = JSON.parse(readFileSync(file, 'utf8'))
  const prompts: string[] = []
  const url = await startHttpServer((_request, response, body) => {
    const { messages } = JSON.parse(body) as { messages: readonly { content: string }[] }
    const prompt = messages.map(({ content }) => content).join('\n')
    prompts.push(prompt)
    const line = lines.find(({ when }) => when.every((part) => prompt.includes(part)))
    if (line === undefined) {
      response.writeHead(500).end('{"error": {"message": "no line for this prompt"}}')
      return
    }
    play(response, line, prompt)
  })
  return { url: `${url}/v1`, prompts }
}

function play(response: ServerResponse, line: Line, prompt: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const text = line.reply.replace('CITE', String(numberOfSource(prompt, line.cite ?? '')))
  for (const piece of text.match(/[\s\S]{1,12}/g) ?? [])
    response.write(event({ choices: [{ index: 0, delta: { content: piece } }] }))
  if (line.breaks === true) {
    response.write(': cut', () => response.destroy())
    return
  }
  const usage = { prompt_tokens: 100, completion_tokens: 10 }
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }))
  response.end('data: [DONE]\n\n')
}

function event(chunk: object): string {
  return `data: ${JSON.stringify({ object: 'chat.completion.chunk', model: 'scripted', ...chunk })}\n\n`
}

function numberOfSource(prompt: string, text: string): number {
  const sources = [...prompt.matchAll(/<source number="(\d+)"[^>]*>([\s\S]*?)<\/source>/g)]
  return Number(sources.find(([, , body = '']) => body.includes(text))?.[1] ?? 0)
}
