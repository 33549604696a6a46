// Runs one program in a QuickJS of its own, in a thread of its own, and ends with it.
import { stripTypeScriptTypes } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { QuickJS } from 'quickjs-wasi'
import { guestPrelude } from './guest-prelude.mjs'
import { isTooDeep } from './is-too-deep.mjs'

const { engine, code, inputJson, now, limits } = workerData
// Node says of the types it strips that this is new; nobody reads a worker's warnings.
process.emitWarning = () => undefined

const waiting = new Map()
/** Arguments of calls that are not answered yet lie in the host, which has room for a few at their limit. */
const mostWaitingChars = 4 * limits.messageChars
let waitingChars = 0
let calls = 0
let spokenChars = 0
let isOver = false

function end(message) {
  if (isOver) return
  isOver = true
  parentPort.postMessage({ kind: 'end', ...message })
}

const stop = (by) => end({ stopped: by })

/** What it says must fit, and be plain enough for all who read it later. */
function speaks(text, by) {
  spokenChars += text.length
  if (spokenChars <= limits.outputChars) return true
  stop(by)
  return false
}

const open = '(async () => {'

/** Blanks stand where types stood, so lines stay where they were. */
function withoutTypes(text) {
  try {
    return { text: stripTypeScriptTypes(text) }
  } catch (error) {
    if (/^ERR_(?:UNSUPPORTED|INVALID)_TYPESCRIPT_SYNTAX$/.test(error.code)) {
      const line = /^:(\d+)/.exec(error.stack)?.[1]
      const stack = line === undefined ? '' : `code:${line}`
      return { problem: { name: 'SyntaxError', message: error.message, stack } }
    }
    // A Node without the stripper still runs JavaScript.
    return { text }
  }
}

/** The clock and the randomness of the program are given; there is no other import that tells it anything. */
const given = (memory) => ({
  clock_time_get(_clock, _precision, result) {
    new DataView(memory.buffer).setBigUint64(result, BigInt(Math.trunc(now)) * 1_000_000n, true)
    return 0
  },
  random_get(start, length) {
    new Uint8Array(memory.buffer, start, length).fill(0)
    return 0
  },
  fd_write: () => 8,
})

const vm = await QuickJS.create({
  wasm: engine,
  memoryLimit: limits.memoryBytes,
  timezoneOffset: 0,
  wasi: given,
})

const hostCall = vm.newFunction('call', (request) => {
  const deferred = vm.newPromise()
  const json = request.toString()
  calls += 1
  if (isOver) return deferred.handle
  if (calls > limits.calls) stop('calls')
  else if (json.length > limits.messageChars || isTooDeep(json)) stop('message')
  else if (waitingChars + json.length > mostWaitingChars) stop('message')
  else {
    waitingChars += json.length
    waiting.set(calls, { deferred, chars: json.length })
    parentPort.postMessage({ kind: 'call', id: calls, json })
  }
  return deferred.handle
})
const hostLog = vm.newFunction('log', (line) => {
  const text = line.toString()
  if (!isOver && speaks(text, 'output')) parentPort.postMessage({ kind: 'log', text })
  return vm.undefined
})
const hostEnd = vm.newFunction('end', (kind, text) => {
  const json = text.toString()
  if (speaks(json, 'output'))
    end(isTooDeep(json) ? { stopped: 'message' } : { [kind.toString()]: json })
  return vm.undefined
})

/** Does one step of the program and all that follows from it; then it waits, or is over. */
function step(work, answered) {
  try {
    work()
    while (!isOver && vm.executePendingJobs() > 0);
  } catch (error) {
    fail(error)
  }
  if (!isOver && waiting.size === 0) stop('waiting')
  if (!isOver) parentPort.postMessage({ kind: 'idle', answered })
}

/** An exception of the program, or a trap of the engine, after which nothing of it can be trusted. */
function fail(error) {
  const { name, message, stack } = error
  if (String(message).includes('out of memory')) return stop('memory')
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return stop('depth')
  end({ threw: JSON.stringify({ name, message, stack: String(stack) }) })
}

let answered = 0
parentPort.on('message', ({ id, json }) => {
  answered += 1
  const call = waiting.get(id)
  waiting.delete(id)
  if (isOver || call === undefined) return
  waitingChars -= call.chars
  step(() => call.deferred.resolve(vm.newString(json)), answered)
})

parentPort.postMessage({ kind: 'begun' })
const { text, problem } = withoutTypes(`${open}${code}\n})`)
if (problem !== undefined) end({ threw: JSON.stringify(problem) })
else
  step(() => {
    const start = vm.callFunction(
      vm.evalCode(guestPrelude, 'prelude'),
      vm.undefined,
      hostCall,
      hostLog,
      hostEnd,
      vm.newString(inputJson),
    )
    vm.callFunction(start, vm.undefined, vm.evalCode(text, 'code'))
  }, 0)
