import { expect } from 'vitest'
import { postJson, type RunningDaemon } from '../e2e/tamis.ts'

/** What a request was promised: the id of a marker, and the text it stands for. */
export interface Promised {
  readonly id: string
  readonly text: string
}

export interface PruneAnswer {
  readonly prune_id: string
  readonly pruned_text: string
  readonly warnings: readonly string[]
}

/** About 60 kB that no other call has sent. */
export function longText(seed: number): string {
  return Array.from(
    { length: 1500 },
    (_, line) => `${seed} line ${line} ${(seed * 7919 + line * 104729) % 1e9} of a log`,
  ).join('\n')
}

/** Prunes; a promise when something was left out. */
export async function pruneOnce(
  daemon: RunningDaemon,
  text: string,
): Promise<{ answer: PruneAnswer; promised: Promised | undefined }> {
  const {
    status,
    body,
    text: said,
  } = await postJson(`${daemon.url}/api/prune`, { text, goal: 'line 7' })
  expect(status, said.slice(0, 300)).toBe(200)
  const answer = body as PruneAnswer
  const isWhole = answer.pruned_text === text
  return { answer, promised: isWhole ? undefined : { id: answer.prune_id, text } }
}

/** Every promise is kept, byte for byte. */
export async function expectKept(
  daemon: RunningDaemon,
  promises: readonly Promised[],
): Promise<void> {
  for (const { id, text } of promises) {
    const { status, body } = await postJson(`${daemon.url}/api/recover`, { id })
    expect(status, id).toBe(200)
    expect((body as { raw_text: string }).raw_text === text, id).toBe(true)
  }
}

/** It lives, and says so. */
export async function expectAlive(daemon: RunningDaemon): Promise<void> {
  expect((await fetch(`${daemon.url}/health`)).status).toBe(200)
}
