// Waits until whoever started it says that it is over, or is gone, then ends all that was started with this
// temporary folder and removes it: `node end-leftovers.mjs FOLDER`.
import { readdirSync, readFileSync, rmSync } from 'node:fs'

const [folder = ''] = process.argv.slice(2)
const starter = process.ppid
// A signal to the whole group is for those it watches.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
let isOrderly = false
process.stdin.on('data', () => {
  isOrderly = true
})
process.stdin.on('close', () => {
  // Children of a run that is still there are its workers, which it ends itself.
  const left = startedWith(folder).filter((pid) => !isOrderly || parentOf(pid) !== starter)
  for (const pid of left) end(pid)
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** Whose environment names the folder, or one in it. */
function startedWith(place) {
  if (process.platform !== 'linux' || place === '') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => environmentOf(name).some((one) => isWithin(one, `TMPDIR=${place}`)))
    .map(Number)
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

function isWithin(variable, wanted) {
  return variable === wanted || variable.startsWith(`${wanted}/`)
}

/** Nothing of a process that has ended meanwhile or is somebody else's. */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
