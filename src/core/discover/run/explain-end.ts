import type { ProgramEnd, ProgramLimits, ProgramStop } from '../../../ports/sandbox.ts'
import type { CodeError } from './run-code.ts'

/** Why a script did not return, and what to do about it. */
export function explainEnd(
  end: Exclude<ProgramEnd, { kind: 'returned' }>,
  limits: ProgramLimits,
): CodeError {
  if (end.kind === 'stopped') return { code: 'code_stopped', ...explainStop(end.by, limits) }
  const { name, message, line, code } = end.error
  const place = line === undefined ? '' : ` (line ${line})`
  const hint = hintFor(name, message)
  return {
    code: code ?? 'code_failed',
    message: code === undefined ? `${name}: ${message}${place}` : `${message}${place}`,
    ...(hint === undefined ? {} : { hint }),
  }
}

function explainStop(
  by: ProgramStop,
  limits: ProgramLimits,
): { readonly message: string; readonly hint: string } {
  const reasons: Readonly<Record<ProgramStop, readonly [message: string, hint: string]>> = {
    compute: [
      `The script computed for more than ${limits.computeMs / 1000} s`,
      'Look for a loop that does not end, or do less.',
    ],
    time: [`The script took more than ${limits.totalMs / 1000} s`, 'Do it in several scripts.'],
    memory: [
      `The script used more than ${Math.round(limits.memoryBytes / 2 ** 20)} MB`,
      'Read less at once, or keep less of it.',
    ],
    depth: ['A function of the script calls itself without end', 'Use a loop.'],
    calls: [
      `The script made more than ${limits.calls} calls`,
      'Filter before calling, or do it in several scripts.',
    ],
    message: [
      `The script passed a value of more than ${limits.messageChars} characters, or nested too deeply`,
      'Pass less at once.',
    ],
    output: [
      `The script logged and returned more than ${limits.outputChars} characters`,
      'Return what you need, and no more.',
    ],
    waiting: [
      'The script waits for something that never comes',
      'Await calls of tools only; there are no timers.',
    ],
    signal: ['The script was stopped', 'Run it again.'],
  }
  const [message, hint] = reasons[by]
  return { message, hint }
}

/** Names that programs elsewhere have, and that would reach out of the sandbox. */
const outside =
  /^(?:fetch|require|process|module|exports|fs|path|os|Buffer|setTimeout|setInterval|setImmediate|XMLHttpRequest|WebSocket|Deno|Bun|window|document|URL|TextEncoder|TextDecoder|crypto|Intl) is not defined|could not load module/

function hintFor(name: string, message: string): string | undefined {
  if (outside.test(message))
    return 'Scripts have the language itself, `tools`, `recover`, `log` and `input`, and nothing else.'
  if (name === 'SyntaxError')
    return 'A script is the body of an async function: statements, `await`, and `return` at its end; no `import`, `export` or `enum`.'
  return undefined
}
