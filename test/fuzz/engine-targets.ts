import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { compose } from '../../src/compose/compose.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { FormatName } from '../../src/engine.ts'
import { operations } from '../../src/operations/all.ts'
import { dispatch } from '../../src/surfaces/rpc/dispatch.ts'
import { nastyText, nastyValue } from './nasty.ts'
import { operationCase } from './operation-inputs.ts'
import { type FuzzTarget, refusedOrDone, target } from './target.ts'

const call = { source: 'http', caller: undefined, signal: new AbortController().signal }
const formats: readonly FormatName[] = ['openai-chat', 'openai-responses', 'anthropic-messages']

export interface EngineTargets {
  readonly targets: readonly FuzzTarget[]
  close(): Promise<void>
}

/** Doors behind which the whole engine works, on a home of its own. */
export async function openEngineTargets(): Promise<EngineTargets> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-fuzz-'))
  const environment = { TAMIS_KNOWLEDGE_ROOTS: join(folder, 'documents') }
  const loaded = loadConfig({ home: join(folder, 'home') }, environment, folder)
  const { engine, close } = await compose(loaded, '0.0.0')
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const faults: unknown[] = []
  const rpc = { engine, version: '0', onFault: (error: unknown) => faults.push(error) }

  return {
    close,
    targets: [
      target('operations', operationCase, ({ operation, input }) =>
        refusedOrDone(() => byName.get(operation)?.run(engine, input, call)),
      ),
      target('JSON-RPC', rpcMessage, async (message) => {
        const answer = await dispatch(rpc, message, call)
        const [fault] = faults.splice(0)
        if (fault !== undefined) throw fault
        JSON.stringify(answer)
      }),
      ...formats.map((format) =>
        target(`proxy body, ${format}`, conversationBody, async (body) => {
          try {
            const { body: sent } = await engine.conversations.sieve(format, body)
            JSON.parse(sent)
          } catch (error) {
            if (!(error instanceof SyntaxError)) throw error
          }
        }),
      ),
    ],
  }
}

const rpcMessage = fc.oneof(
  nastyValue,
  fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), nastyValue),
      id: fc.oneof(fc.integer(), nastyValue),
      method: fc.oneof(
        fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping', 'health'),
        nastyText,
      ),
      params: fc.oneof(
        nastyValue,
        operationCase.map(({ operation, input }) => ({
          name: operation.replaceAll('.', '_'),
          arguments: input,
        })),
      ),
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  ),
  fc.array(nastyValue, { maxLength: 5 }),
)

const role = fc.constantFrom('user', 'assistant', 'system', 'tool', 'developer')
const id = fc.oneof(fc.constantFrom('call_1', 'call_2'), nastyText)
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: nastyText }),
  fc.record({ type: fc.constant('tool_use'), id, name: nastyText, input: nastyValue }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: id, content: nastyValue }),
  fc.record({ type: fc.constant('input_text'), text: nastyText }),
  nastyValue,
)
const message = fc.oneof(
  fc.record({ role, content: fc.oneof(nastyText, fc.array(block, { maxLength: 3 }), nastyValue) }),
  fc.record({ role: fc.constant('tool'), tool_call_id: id, content: nastyText }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.constantFrom(null, ''),
    tool_calls: fc.array(
      fc.record({
        id,
        type: fc.constant('function'),
        function: fc.record({ name: nastyText, arguments: nastyText }),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    type: fc.constant('function_call'),
    call_id: id,
    name: nastyText,
    arguments: nastyText,
  }),
  fc.record({ type: fc.constant('function_call_output'), call_id: id, output: nastyValue }),
  nastyValue,
)
const conversationBody = fc.oneof(
  nastyText,
  nastyValue.map((value) => JSON.stringify(value)),
  fc
    .tuple(fc.array(message, { maxLength: 8 }), nastyValue)
    .map(([messages, model]) => JSON.stringify({ model, messages, input: messages, stream: true })),
)
