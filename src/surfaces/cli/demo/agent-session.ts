interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_calls?: readonly object[]
  readonly tool_call_id?: string
}

const files = ['retry', 'charge', 'refund', 'checkout', 'webhook', 'invoice', 'pool']

/** The request a coding agent sends at this turn: all it said and read before, and one result more. */
export function requestAt(turn: number): object {
  const turns = Array.from({ length: turn }, (_, at) => turnOf(at)).flat()
  return { model: 'stand-in', messages: [...opening, ...turns] }
}

const opening: readonly Message[] = [
  { role: 'system', content: 'You are a careful engineer.' },
  { role: 'user', content: 'A declined card is charged again. Find out why, and fix it.' },
]

function turnOf(at: number): readonly Message[] {
  const file = files[at % files.length] ?? 'retry'
  const isTest = at % 3 === 2
  const call = isTest
    ? { name: 'bash', arguments: JSON.stringify({ command: `npm test -- ${file} # ${at}` }) }
    : { name: 'read_file', arguments: JSON.stringify({ path: `src/${file}-${at}.ts` }) }
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${at}`, type: 'function', function: call }],
    },
    {
      role: 'tool',
      tool_call_id: `call_${at}`,
      content: isTest ? testRun(file) : sourceFile(file, at),
    },
  ]
}

function testRun(file: string): string {
  const passed = Array.from({ length: 30 }, (_, at) => ` ✓ ${file} case ${at + 1}`)
  return [...passed, 'Tests: 30 passed'].join('\n')
}

function sourceFile(file: string, seed: number): string {
  const body = Array.from(
    { length: 90 },
    (_, at) => `  if (state.${file}[${at}] > limits[${at + seed}]) await settle(state, ${at})`,
  )
  return [`export async function ${file}(state: State): Promise<void> {`, ...body, '}'].join('\n')
}
