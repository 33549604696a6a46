import { setTimeout as pause } from 'node:timers/promises'
import { codingSteps, newConversation, takeStep } from '../../test/support/scripted-agent.ts'

/** What became of the requests of one phase. */
export interface PhaseTally {
  readonly name: string
  requests: number
  /** Each answer that was not 200, by its status; 0 where there was none. */
  readonly failed: number[]
  readonly ms: number[]
}

/** Agents that go on until they are stopped, and what they met, phase by phase. */
export interface Load {
  readonly phases: readonly PhaseTally[]
  /** What is asked from now on counts for this phase. */
  begin(name: string): void
  stop(): Promise<void>
}

const agents = 10
const stepsOfSession = 24
const restMs = 120

/** Conversations with signed thinking, each with the next of the tokens, at one address. */
export function startLoad(url: string, tokens: readonly string[]): Load {
  const phases: PhaseTally[] = []
  const begin = (name: string): void => void phases.push({ name, requests: 0, failed: [], ms: [] })
  begin('calm')
  let isOver = false
  let nextToken = 0
  const steps = codingSteps(stepsOfSession)

  /** What begins in one phase and ends in another counts for the one in which it began. */
  async function count(ask: () => Promise<number>): Promise<void> {
    const phase = phases.at(-1)
    const started = performance.now()
    const status = await ask().catch(() => 0)
    if (!phase) return
    phase.ms.push(performance.now() - started)
    phase.requests++
    if (status !== 200) phase.failed.push(status)
  }

  async function session(token: string): Promise<void> {
    const conversation = newConversation()
    for (const [at, step] of steps.entries()) {
      if (isOver) return
      const options = { headers: { 'x-tamis-token': token }, stream: at % 2 === 1 }
      await count(() => takeStep(url, conversation, step, options))
      await pause(restMs)
    }
  }

  async function agent(): Promise<void> {
    while (!isOver) await session(tokens[nextToken++ % tokens.length] ?? '')
  }
  const all = Promise.all(Array.from({ length: agents }, agent))
  return {
    phases,
    begin,
    async stop() {
      isOver = true
      await all
    },
  }
}
