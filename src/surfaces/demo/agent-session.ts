interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_calls?: readonly object[]
  readonly tool_call_id?: string
}

const files = ['retry', 'charge', 'refund', 'checkout', 'webhook', 'invoice', 'pool', 'ledger']

/** What the agent does with each file: it reads, runs the tests, edits, reads again, runs them again. */
const steps = [read, test, edit, readAgain, testAgain] as const

/** How many requests it sends. */
export const turns = files.length * steps.length

/** The request a coding agent sends at this turn: all it said and read before, and one result more. */
export function requestAt(turn: number): object {
  const before = Array.from({ length: turn }, (_, at) => turnOf(at)).flat()
  return { model: 'gpt-5', messages: [...opening, ...before] }
}

const opening: readonly Message[] = [
  { role: 'system', content: 'You are a careful engineer.' },
  { role: 'user', content: 'A declined card is charged again. Find out why, and fix it.' },
]

/** A call of a tool, and what the tool answered. */
interface Step {
  readonly name: string
  readonly input: object
  readonly result: string
}

function turnOf(at: number): readonly Message[] {
  const step = steps[at % steps.length] ?? read
  const { name, input, result } = step(files[Math.floor(at / steps.length)] ?? 'retry')
  const call = { name, arguments: JSON.stringify(input) }
  const id = `call_${at}`
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: result },
  ]
}

function read(file: string): Step {
  return { name: 'read_file', input: { path: pathOf(file) }, result: sourceOf(file, 3) }
}

function readAgain(file: string): Step {
  return { ...read(file), result: sourceOf(file, 1) }
}

function edit(file: string): Step {
  const input = { path: pathOf(file), old: attempts(file, 3), new: attempts(file, 1) }
  return { name: 'edit_file', input, result: `Edited ${pathOf(file)}` }
}

function test(file: string): Step {
  return { ...testAgain(file), result: testRun(file, true) }
}

function testAgain(file: string): Step {
  const input = { command: `npm test -- ${file}` }
  return { name: 'bash', input, result: testRun(file, false) }
}

function pathOf(file: string): string {
  return `src/payments/${file}.ts`
}

function attempts(file: string, most: number): string {
  return `const mostAttempts = ${most} // of one ${file}`
}

function sourceOf(file: string, most: number): string {
  const cases = Array.from({ length: 40 }, (_, at) => [
    `  if (${file}.state === '${file}_${at}') {`,
    `    await journal.append('${file}_${at}', ${file}.cents * ${at + 1})`,
    '  }',
  ]).flat()
  return [
    "import { journal } from '../journal.ts'",
    attempts(file, most),
    `export async function settle_${file}(${file}: Settled): Promise<void> {`,
    ...cases,
    '}',
  ].join('\n')
}

function testRun(file: string, fails: boolean): string {
  const passed = Array.from(
    { length: 180 },
    (_, at) =>
      ` ✓ test/payments/${file}-${at + 1}.test.ts (${2 + (at % 7)} tests) ${3 + (at % 11)} ms`,
  )
  const failure = [
    ` FAIL  test/payments/${file}.test.ts > a declined card is final`,
    'AssertionError: expected 3 to be 1',
    ` ❯ test/payments/${file}.test.ts:41:28`,
    ` ❯ settle_${file} ${pathOf(file)}:17:11`,
  ]
  return [
    ...passed,
    ...(fails ? failure : []),
    ` Test Files  ${fails ? '1 failed | ' : ''}180 passed (${fails ? 181 : 180})`,
  ].join('\n')
}
