import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until the answer is as wanted; after ten seconds, the answer as it is. */
export async function settled<Value>(
  ask: () => Promise<Value>,
  isThere: (value: Value) => boolean,
): Promise<Value> {
  const deadline = performance.now() + 10_000
  let value = await ask()
  while (!isThere(value) && performance.now() < deadline) {
    await pause(50)
    value = await ask()
  }
  return value
}
