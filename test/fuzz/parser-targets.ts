import fc from 'fast-check'
import { splitHeader } from '../../src/adapters/jsonl/front-matter.ts'
import { parseJsonl } from '../../src/adapters/jsonl/lines.ts'
import { readEvents } from '../../src/adapters/openai-compatible/lines.ts'
import { parseConfig } from '../../src/config/file.ts'
import { wireFormats } from '../../src/core/wire/wire-formats.ts'
import { intricacyOf } from '../../src/surfaces/http/json-shape.ts'
import { rewriteEvents } from '../../src/surfaces/mcp/rewrite-events.ts'
import { responseTap } from '../../src/surfaces/proxy/account/response-tap.ts'
import { inChunks, nastyText, nastyTexts, nastyValue } from './nasty.ts'
import { type FuzzTarget, refusedOrDone, target } from './target.ts'

const lines = (
  line: fc.Arbitrary<string>,
  ends: readonly string[] = ['\n'],
): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(line, fc.constantFrom(...ends)), { maxLength: 12 })
    .map((pieces) => pieces.flat().join(''))

const tomlLine = fc.oneof(
  fc.constantFrom(
    '[server]',
    '[gateway.servers.x]',
    'port = 8006',
    'port = "x"',
    'host = 1979-05-27',
    '[[server]]',
    'a = [1, [2',
    'env = { A = "$\u007bB}" }',
    'command = "sh"',
    'token = "secret-secret-secret"',
    '"".x = 1',
  ),
  fc.tuple(nastyText, nastyText).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  nastyText,
)

const eventLine = fc.oneof(
  fc.constantFrom(...nastyTexts),
  nastyValue.map((value) => `data: ${JSON.stringify(value)}`),
  fc.constantFrom('', ':', 'data', 'data:', 'event: message', 'id: 1', 'retry: x', 'data: [DONE]'),
  fc.constant('data: {"usage":{"prompt_tokens":1e400,"completion_tokens":null}}'),
)

/** Parsers of what others wrote: configuration, files of memory, streams of providers and servers. */
export const parserTargets: readonly FuzzTarget[] = [
  target('TOML', lines(tomlLine), (text) => refusedOrDone(() => parseConfig(text, 'tamis.toml'))),
  target(
    'JSONL',
    lines(
      fc.oneof(
        nastyText,
        nastyValue.map((value) => JSON.stringify(value)),
      ),
    ),
    async (text) => {
      const { lines: found, tornBytes } = parseJsonl(Buffer.from(text))
      if (tornBytes > Buffer.byteLength(text) || found.length > text.split('\n').length)
        throw new Error('more was read than is there')
    },
  ),
  target(
    'front matter',
    fc
      .tuple(lines(fc.oneof(nastyText, tomlLine)), nastyText)
      .map(([header, body]) => `---\n${header}\n---\n${body}`),
    async (text) => {
      splitHeader(text)
    },
  ),
  target(
    'events of a provider',
    inChunks(lines(eventLine, ['\n', '\r\n', '\r', '\n\n'])),
    async (chunks) => {
      const tap = responseTap()
      for (const chunk of chunks) tap.see(Buffer.from(chunk))
      const kept = tap.kept().toString()
      for (const format of wireFormats) {
        const usage = format.usage()
        usage.push(kept)
        usage.usage()
      }
      for await (const _event of readEvents(stream(chunks)));
    },
  ),
  target(
    'events of a server',
    inChunks(lines(eventLine, ['\n', '\r\n', '\r', '\n\n'])),
    async (chunks) => {
      for await (const _text of rewriteEvents(stream(chunks), async (message) => message));
    },
  ),
  target(
    'shape of a body',
    fc.oneof(
      nastyText,
      nastyValue.map((value) => JSON.stringify(value)),
    ),
    async (text) => {
      if (intricacyOf(Buffer.from(text)) !== undefined)
        throw new Error('a small body is never refused')
    },
  ),
]

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
