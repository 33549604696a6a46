/** What a coding agent sends, turn after turn, while it looks for a bug. */
export interface Turn {
  readonly said: string
  readonly tool: string
  readonly input: Readonly<Record<string, string>>
  readonly result: string
}

const files = [
  'pool',
  'charge',
  'refund',
  'checkout',
  'retry',
  'ledger',
  'invoice',
  'webhook',
] as const

const toTurn = (at: number): Turn => {
  const file = fileAt(at)
  if (at % 3 === 2)
    return {
      said: `Run the ${file} tests.`,
      tool: 'Bash',
      input: { command: `npm test -- ${file}` },
      result: testOutput(file, at),
    }
  return {
    said: `Let me read ${file}.ts.`,
    tool: 'Read',
    input: { file_path: `src/payments/${file}.ts` },
    result: sourceOf(file, at),
  }
}

/** Far on in a long session it works on other files. */
function fileAt(at: number): string {
  const room = Math.floor(at / 1000)
  return `${files[at % files.length]}${room === 0 ? '' : room}`
}

/** A session of this many turns, the same on every run; from another turn on it is about other files. */
export function agentSession(turns: number, from = 0): readonly Turn[] {
  return Array.from({ length: turns }, (_, at) => toTurn(from + at))
}

/** The session as a body for `POST /v1/messages`. */
export function toMessagesBody(
  turns: readonly Turn[],
  model = 'claude-sonnet-4-5',
  task = 'Checkout times out under load. Find the cause and fix it.',
): object {
  return {
    model,
    max_tokens: 1024,
    system: 'You are a careful engineer.',
    messages: [
      { role: 'user', content: task },
      ...turns.flatMap(({ said, tool, input, result }, at) => [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: said },
            { type: 'tool_use', id: `toolu_${at}`, name: tool, input },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `toolu_${at}`, content: result }],
        },
      ]),
    ],
  }
}

function sourceOf(name: string, at: number): string {
  const body = Array.from(
    { length: 46 },
    (_, line) =>
      `  if (state.${name}${line % 5} > limits[${line}]) await release(connections[${line + at}]) // step ${line + 1}`,
  )
  return [
    `import { connections, limits, release } from './pool.ts'`,
    '',
    `/** Handles one ${name}. */`,
    `export async function ${name}(state: State): Promise<void> {`,
    ...body,
    '}',
  ].join('\n')
}

function testOutput(name: string, at: number): string {
  const passed = Array.from(
    { length: 40 },
    (_, line) => ` ✓ ${name} case ${line + 1} (${4 + ((line * 7 + at) % 30)} ms)`,
  )
  return [
    `> vitest run ${name}`,
    ...passed,
    ` ✗ ${name} under load: timed out after 5000 ms waiting for a connection`,
    'Tests: 1 failed, 40 passed',
  ].join('\n')
}
