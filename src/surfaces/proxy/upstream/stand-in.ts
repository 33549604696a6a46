import type { Dispatcher } from 'undici'

/** Where the requests of a demo go: a name that no network knows. */
export const standInOrigin = 'http://demo.invalid'

type Sends = Pick<Dispatcher, 'dispatch'>

const charactersPerToken = 4

/**
 * A provider for demos, inside the proxy: it says the same word to everyone and counts its prompt cache
 * as real ones do. What goes anywhere else goes on unchanged.
 */
export function withStandIn(dispatcher: Sends): Sends {
  let before = ''
  return {
    dispatch(options, handler) {
      if (options.origin !== standInOrigin) return dispatcher.dispatch(options, handler)
      const body = textOf(options.body)
      const cached = sharedPrefix(before, body)
      before = body
      const answer = Buffer.from(JSON.stringify(reply(body.length, cached)))
      const head = ['content-type', 'application/json', 'content-length', String(answer.length)]
      // As an answer that came over a wire: after the call that asked for it.
      setImmediate(() => {
        handler.onConnect?.(() => undefined)
        handler.onHeaders?.(200, head.map(Buffer.from), () => undefined, 'OK')
        handler.onData?.(answer)
        handler.onComplete?.([])
      })
      return true
    },
  }
}

/** The proxy sends bytes in one piece or several. */
function textOf(body: unknown): string {
  if (Buffer.isBuffer(body)) return body.toString()
  return Array.isArray(body) ? Buffer.concat(body as Buffer[]).toString() : ''
}

function sharedPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at++
  return at
}

function reply(characters: number, cached: number): object {
  return {
    id: 'stand-in',
    object: 'chat.completion',
    model: 'gpt-5',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Next.' }, finish_reason: 'stop' },
    ],
    usage: {
      prompt_tokens: Math.ceil(characters / charactersPerToken),
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: Math.floor(cached / charactersPerToken) },
    },
  }
}
